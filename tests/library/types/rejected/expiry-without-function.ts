import { createLocalStorage } from '@tuffet/hooks';

type Session = { theme: string; token?: string };
createLocalStorage<Session>({
  storageModuleKey: 'session',
  initial: { theme: 'light' },
  expiry: { token: 1000 },
});
