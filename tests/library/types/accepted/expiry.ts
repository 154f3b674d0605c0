import { type CreateStorageOptions, createLocalStorage, type Expiry } from '@tuffet/hooks';
import { type Ages, expireAfter } from '@tuffet/hooks/expiry';
import { withSerializer } from '@tuffet/hooks/serializer';

type Session = { theme: 'light' | 'dark'; token?: string };
const initial: CreateStorageOptions<Session>['initial'] = { theme: 'light' };
const base = { storageModuleKey: 'session', initial };

createLocalStorage<Session>({ ...base, expiry: expireAfter(1000) });
createLocalStorage<Session>({ ...base, expiry: expireAfter({ token: 1000 }) });
const ages: Ages<Session> = { theme: 1000, token: 2000 };
const expiry: Expiry<Session> = expireAfter(ages);
createLocalStorage<Session>({ ...base, expiry });

type Visits = { days: Set<string> };
withSerializer(JSON).createLocalStorage<Visits>({
  storageModuleKey: 'visits',
  initial: { days: new Set() },
  expiry: expireAfter({ days: 1000 }),
});
