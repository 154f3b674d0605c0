import { createLocalStorage, type Migrations } from '@tuffet/hooks';

type Settings = { color: string };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { color: 'red' },
  version: 3,
  migrations: { 2: (one) => one } satisfies Migrations<Settings, 3>,
});
