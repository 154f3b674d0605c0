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
import { useStrings } from './use-strings.ts';

export function BreakIt() {
  const { strings } = useStrings();
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
      <h2 id="break-title">{strings.break}</h2>
      <p>{strings.breakHint}</p>
      <ul className="harms">
        <li>
          <button type="button" disabled={isDenied} onClick={() => writePast(strings.stranger)}>
            {strings.writePast}
          </button>
          <p>{strings.writePastHint}</p>
          <label className="switch">
            <input
              type="checkbox"
              checked={isGuarded}
              onChange={(event) => guard(event.target.checked)}
            />
            <span>{strings.protected}</span>
          </label>
          <p>{strings.protectedHint}</p>
        </li>
        <li>
          <button type="button" disabled={isDenied} onClick={toggleRoom}>
            {isFilled ? strings.makeRoom : strings.fill}
          </button>
          <p>{strings.fillHint}</p>
        </li>
        <li>
          <button type="button" disabled={isDenied} onClick={spoilDesk}>
            {strings.spoil}
          </button>
          <p>{strings.spoilHint}</p>
        </li>
        <li>
          <button type="button" onClick={addNameless}>
            {strings.nameless}
          </button>
          <p>{strings.namelessHint}</p>
        </li>
        <li>
          <button type="button" disabled={isDenied} onClick={returnToVersion1}>
            {strings.version1}
          </button>
          <p>{strings.version1Hint}</p>
        </li>
        <li>
          <h3>{strings.tabs}</h3>
          <p>{strings.tabsHint}</p>
          <p className="links">
            <a href="/react-demo/" target="_blank" rel="noopener">
              {strings.sameFramework}
            </a>
            <a href="/vue-demo/" target="_blank" rel="noopener">
              {fill(strings.otherFramework, { framework: 'Vue 3' })}
            </a>
          </p>
        </li>
      </ul>
    </section>
  );
}
