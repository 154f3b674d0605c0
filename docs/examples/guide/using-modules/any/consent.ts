import { createLocalStorage } from '@tuffet/hooks';
import { createConsent } from '@tuffet/hooks/consent';

export const consent = createConsent();

export const history = createLocalStorage<{ searches: string[] }>({
  storageModuleKey: 'history',
  initial: { searches: [] },
  consent,
});

history.set({ searches: ['tea'] });
console.log(localStorage.getItem('history')); // null: not stored yet

consent.allow();
console.log(localStorage.getItem('history'));
