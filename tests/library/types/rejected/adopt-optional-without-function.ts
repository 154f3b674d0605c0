import { createLocalStorage } from '@tuffet/hooks';
import { fromKeys } from '@tuffet/hooks/adopt';

type Settings = { theme: string; size: number; token?: string };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', size: 12 },
  adopt: fromKeys({ token: 'app-token' }),
});
