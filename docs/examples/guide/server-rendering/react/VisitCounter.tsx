import { useStorage } from '@tuffet/react-hooks';
import { useHydrated } from '@tuffet/react-hooks/hydrated';
import { visits } from './visits';

export function VisitCounter() {
  const { count, setCount } = useStorage(visits).countState;
  const isHydrated = useHydrated();

  return (
    <p>
      <button type="button" disabled={!isHydrated} onClick={() => setCount((n) => n + 1)}>
        Visit
      </button>
      {isHydrated ? `Visits: ${count}` : 'Loading…'}
    </p>
  );
}
