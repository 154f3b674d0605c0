import { createLocalStorage } from '@tuffet/hooks';
import { expireAfter } from '@tuffet/hooks/expiry';

type Session = { theme: string; token?: string };
createLocalStorage<Session>({
  storageModuleKey: 'session',
  initial: { theme: 'light' },
  expiry: expireAfter({ token: '1h' }),
});
