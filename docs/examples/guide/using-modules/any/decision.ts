import { createLocalStorage } from '@tuffet/hooks';
import { consent } from './consent';

export const decision = createLocalStorage<{ history?: boolean }>({
  storageModuleKey: 'decision',
  initial: {},
  storeInitial: false,
});

// Runs now, and after every change, in this tab or another.
decision.subscribe((now) => {
  if (now.history === true) consent.allow();
  if (now.history === false) consent.deny();
});

// In your banner. Call allow() first, so that other tabs find the entries.
consent.allow();
decision.set({ history: true });
