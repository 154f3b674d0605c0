import {
  addNameless,
  fill,
  fillStorage,
  hasStorage,
  isFull,
  makeRoom,
  returnToVersion1,
  setProtected,
  spoilDesk,
  writePast,
} from '@tuffet-demos/shelf';
import { useState } from 'react';
import { useWords } from './use-words.ts';

export function BreakIt() {
  const { words } = useWords();
  const isDenied = !hasStorage();
  const [isGuarded, setIsGuarded] = useState(true);
  const [isFilled, setIsFilled] = useState(isFull);

  const guard = (value: boolean) => {
    setProtected(value);
    setIsGuarded(value);
  };
  const toggleRoom = () => {
    (isFilled ? makeRoom : fillStorage)();
    setIsFilled(isFull());
  };

  return (
    <section className="break" aria-labelledby="break-title">
      <h2 id="break-title">{words.break}</h2>
      <p>{words.breakHint}</p>
      <ul className="harms">
        <li>
          <button type="button" disabled={isDenied} onClick={() => writePast(words.stranger)}>
            {words.writePast}
          </button>
          <p>{words.writePastHint}</p>
          <label className="switch">
            <input
              type="checkbox"
              checked={isGuarded}
              onChange={(event) => guard(event.target.checked)}
            />
            <span>{words.protected}</span>
          </label>
          <p>{words.protectedHint}</p>
        </li>
        <li>
          <button type="button" disabled={isDenied} onClick={toggleRoom}>
            {isFilled ? words.makeRoom : words.fill}
          </button>
          <p>{words.fillHint}</p>
        </li>
        <li>
          <button type="button" disabled={isDenied} onClick={spoilDesk}>
            {words.spoil}
          </button>
          <p>{words.spoilHint}</p>
        </li>
        <li>
          <button type="button" onClick={addNameless}>
            {words.nameless}
          </button>
          <p>{words.namelessHint}</p>
        </li>
        <li>
          <button type="button" disabled={isDenied} onClick={returnToVersion1}>
            {words.version1}
          </button>
          <p>{words.version1Hint}</p>
        </li>
        <li>
          <h3>{words.tabs}</h3>
          <p>{words.tabsHint}</p>
          <p className="links">
            <a href="/react-demo/" target="_blank" rel="noopener">
              {words.sameFramework}
            </a>
            <a href="/vue-demo/" target="_blank" rel="noopener">
              {fill(words.otherFramework, { framework: 'Vue 3' })}
            </a>
          </p>
        </li>
      </ul>
    </section>
  );
}
