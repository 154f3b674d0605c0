import { useStorage } from '@tuffet/react-hooks';
import { hints } from './hints';

export function WelcomeHint() {
  const { dismissed, setDismissed } = useStorage(hints).dismissedState;
  if (dismissed.includes('welcome')) return null;
  return (
    <p>
      Press / to search.{' '}
      <button type="button" onClick={() => setDismissed((all) => [...all, 'welcome'])}>
        Got it
      </button>
    </p>
  );
}
