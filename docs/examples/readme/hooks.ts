import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

const { theme } = useStorage(settings);
theme.subscribe((value) => document.body.classList.toggle('dark', value === 'dark'));
theme.set('dark');
