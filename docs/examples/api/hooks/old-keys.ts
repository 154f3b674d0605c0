import { createLocalStorage } from '@tuffet/hooks';
import { fromKeys, type OldKeys } from '@tuffet/hooks/adopt';

type Settings = { theme: string; token?: string };

const keys: OldKeys<Settings> = {
  theme: 'app-theme',
  token: ['app-token', String],
};

createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  adopt: fromKeys(keys),
});
