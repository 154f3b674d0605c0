import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: string; size: number; token?: string };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', size: 12 },
  adopt: ({ take }) => ({ size: take('app-size') ?? undefined }),
});
