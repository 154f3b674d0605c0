import {
  bypass,
  fill,
  fillStorage,
  freeSpace,
  hasStorage,
  isFull,
  runTrial,
  setProtected,
  TRIALS,
} from '@tuffet-demos/shelf';
import { useState } from 'react';
import { NoticeList } from './notice-list.tsx';
import { useStrings } from './use-strings.ts';

export function BreakIt() {
  const { strings } = useStrings();
  return (
    <section className="break" aria-labelledby="break-title">
      <h2 id="break-title">{strings.break}</h2>
      <p>{strings.breakHint}</p>
      <ul className="trials">
        <BypassTrial />
        <QuotaTrial />
        {TRIALS.map(({ label, hint, run, needsStorage }) => (
          <li key={label}>
            <button
              type="button"
              disabled={needsStorage && !hasStorage()}
              onClick={() => runTrial(label, run)}
            >
              {strings[label]}
            </button>
            <p>{strings[hint]}</p>
            <NoticeList trial={label} />
          </li>
        ))}
        <TabLinks />
      </ul>
    </section>
  );
}

function BypassTrial() {
  const { strings } = useStrings();
  const [isProtected, setIsProtected] = useState(true);
  const protect = (value: boolean) => {
    setProtected(value);
    setIsProtected(value);
  };
  const write = () => runTrial('bypass', () => bypass(strings.unknownTea));
  return (
    <li>
      <button type="button" disabled={!hasStorage()} onClick={write}>
        {strings.bypass}
      </button>
      <p>{strings.bypassHint}</p>
      <label className="switch">
        <input
          type="checkbox"
          checked={isProtected}
          onChange={(event) => protect(event.target.checked)}
        />
        <span>{strings.protected}</span>
      </label>
      <p>{strings.protectedHint}</p>
      <NoticeList trial="bypass" />
    </li>
  );
}

function QuotaTrial() {
  const { strings } = useStrings();
  const [isFilled, setIsFilled] = useState(isFull);
  const toggle = () => {
    runTrial('fill', isFilled ? freeSpace : fillStorage);
    setIsFilled(isFull());
  };
  return (
    <li>
      <button type="button" disabled={!hasStorage()} onClick={toggle}>
        {isFilled ? strings.freeSpace : strings.fill}
      </button>
      <p>{strings.fillHint}</p>
      <NoticeList trial="fill" />
    </li>
  );
}

function TabLinks() {
  const { strings } = useStrings();
  return (
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
  );
}
