import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

const { theme } = useStorage(settings);
theme.subscribe((now) => document.body.classList.toggle('dark', now === 'dark'));
theme.set('dark');
