import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { desk, fill, formatTime, secondsUntil, shelf } from '@tuffet-demos/shelf';
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
  const { teas } = useStorage(shelf).teasState;
  const { brewingState, readyAtState } = useStorage(desk);
  const isBrewing = brewingState.containsBrewing();
  const name = teas.find(({ id }) => id === brewingState.brewing)?.name ?? '?';
  const seconds = secondsUntil(readyAtState.readyAt, useNow());
  return (
    <section className="card" aria-labelledby="pot-title">
      <h2 id="pot-title">{strings.pot}</h2>
      {isBrewing && (
        <p className="time" role="timer">
          {formatTime(seconds)}
        </p>
      )}
      {/* Always rendered, so that screen readers announce changes. */}
      <p className="soft" role="status">
        {isBrewing ? fill(seconds ? strings.brewing : strings.ready, { name }) : strings.emptyPot}
      </p>
      {isBrewing && <PotButtons isReady={seconds === 0} />}
      <Cups />
    </section>
  );
}

function PotButtons({ isReady }: { isReady: boolean }) {
  const { strings } = useStrings();
  const { setCups } = useStorage(shelf).cupsState;
  const { patch } = useStorageHelper(desk);
  const empty = () => patch({ brewing: undefined, readyAt: undefined });
  const pour = () => {
    setCups((before = 0) => before + 1);
    empty();
  };
  return (
    <p className="buttons">
      {isReady && (
        <button type="button" onClick={pour}>
          {strings.pour}
        </button>
      )}
      <button type="button" className="quiet" onClick={empty}>
        {strings.discard}
      </button>
    </p>
  );
}

function Cups() {
  const { strings } = useStrings();
  const { cups, resetCups, containsCups } = useStorage(shelf).cupsState;
  return (
    <p className="cups">
      <span>{containsCups() ? fill(strings.cups, { count: `${cups}` }) : strings.noCups}</span>
      {containsCups() && (
        <button type="button" className="quiet" onClick={resetCups}>
          {strings.resetCups}
        </button>
      )}
    </p>
  );
}
