import { createLocalStorage } from '@tuffet/hooks';

// First: it copies the theme. Version 2 of `settings` deletes the old entry.
type Appearance = { theme: 'light' | 'dark' };
export const appearance = createLocalStorage<Appearance>({
  storageModuleKey: 'appearance',
  initial: { theme: 'light' },
  adopt: ({ read }) => {
    const old = JSON.parse(read('settings') ?? '{}');
    return { theme: old.theme === 'dark' ? 'dark' : 'light' };
  },
});

type Settings = { fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { fontSize: 16 },
  version: 2,
  migrations: {
    2: ({ fontSize }) => (typeof fontSize === 'number' ? { fontSize } : {}),
  },
});
