import { createLocalStorage, type Migrations } from '@tuffet/hooks';

type Settings = { color: string };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { color: 'red' },
  version: 2,
  migrations: {
    2: () => ({ color: 'red' }),
    3: () => ({ color: 'red' }),
  } satisfies Migrations<Settings, 2>,
});
