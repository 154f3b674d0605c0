import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: ({ take }) => ({
    theme: take('night-mode') === '1' ? 'dark' : 'light',
    fontSize: Number.parseInt(take('font') ?? '', 10) || undefined,
  }),
});
