import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { desk, fill, formatTime, shelf } from '@tuffet-demos/shelf';
import { useEffect, useState } from 'react';
import { useStrings } from './use-strings.ts';

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(clock);
  }, []);
  return now;
}

export function TeaPot() {
  const { strings } = useStrings();
  const { teasState, cupsState } = useStorage(shelf);
  const { cups, setCups, resetCups, containsCups } = cupsState;
  const { brewingState, readyAtState } = useStorage(desk);
  const { patch } = useStorageHelper(desk);
  const now = useNow();

  const isBrewing = brewingState.containsBrewing();
  const name = teasState.teas.find(({ id }) => id === brewingState.brewing)?.name ?? '?';
  const seconds = Math.max(0, Math.round(((readyAtState.readyAt ?? 0) - now) / 1000));

  const empty = () => patch({ brewing: undefined, readyAt: undefined });
  const pour = () => {
    setCups((before = 0) => before + 1);
    empty();
  };

  return (
    <section className="card" aria-labelledby="pot-title">
      <h2 id="pot-title">{strings.pot}</h2>
      {isBrewing && (
        <p className="time" role="timer">
          {formatTime(seconds)}
        </p>
      )}
      {/* Always there: a screen reader tells what changes in it. */}
      <p className="soft" role="status">
        {isBrewing ? fill(seconds ? strings.brewing : strings.ready, { name }) : strings.emptyPot}
      </p>
      {isBrewing && (
        <p className="buttons">
          {seconds === 0 && (
            <button type="button" onClick={pour}>
              {strings.pour}
            </button>
          )}
          <button type="button" className="quiet" onClick={empty}>
            {strings.tip}
          </button>
        </p>
      )}
      <p className="cups">
        <span>{containsCups() ? fill(strings.cups, { count: `${cups}` }) : strings.noCups}</span>
        {containsCups() && (
          <button type="button" className="quiet" onClick={resetCups}>
            {strings.forgetCups}
          </button>
        )}
      </p>
    </section>
  );
}
