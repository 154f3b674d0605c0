import {
  type Adopter,
  type CreateStorageOptions,
  createLocalStorage,
  createSessionStorage,
} from '@tuffet/hooks';
import {
  fromJotai,
  fromKeys,
  fromPinia,
  fromReduxPersist,
  fromVueUse,
  fromZustand,
  keep,
} from '@tuffet/hooks/adopt';
import { withSerializer } from '@tuffet/hooks/serializer';

type Settings = {
  theme: 'light' | 'dark';
  size: number;
  tabs: string[];
  user: { name: string } | null;
  token?: string;
};
const initial: CreateStorageOptions<Settings>['initial'] = {
  theme: 'light',
  size: 12,
  tabs: [],
  user: null,
};
const base = { storageModuleKey: 'settings', initial };

// The function gets the module type.
createLocalStorage<Settings>({
  ...base,
  adopt: fromKeys({
    theme: 'app-theme',
    size: ['app-size', Number],
    tabs: 'app-tabs',
    user: ['app-user', JSON.parse],
    token: ['app-token', String],
  }),
});
createSessionStorage<Settings>({ ...base, adopt: fromZustand('settings-store') });
createLocalStorage<Settings>({ ...base, adopt: keep(fromPinia('settings')) });
createLocalStorage<Settings>({ ...base, adopt: fromVueUse('settings') });
createLocalStorage<Settings>({ ...base, adopt: fromVueUse({ theme: 'theme' }) });
createLocalStorage<Settings>({ ...base, adopt: fromJotai({ theme: 'theme', token: 'token' }) });
createLocalStorage<Settings>({
  ...base,
  adopt: fromReduxPersist('persist:root', ({ settings }) => settings),
});
createLocalStorage<Settings>({
  ...base,
  adopt: fromZustand('store', ({ color }, version) => ({ theme: color, size: version })),
});

// By hand.
createLocalStorage<Settings>({
  ...base,
  adopt: ({ take }, { size }) => ({
    theme: take('night') === '1' ? 'dark' : undefined,
    size: Number(take('app-size') ?? size),
  }),
});
const adopt: Adopter<Settings> = ({ read }) => (read('any') ? {} : undefined);
createLocalStorage<Settings>({ ...base, adopt });

// With values that JSON can't represent.
type Visits = { days: Set<string> };
withSerializer(JSON).createLocalStorage<Visits>({
  storageModuleKey: 'visits',
  initial: { days: new Set() },
  adopt: fromKeys({ days: ['old-days', (text) => new Set<string>(JSON.parse(text))] }),
});
