import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

const { theme, nickname } = useStorage(settings);
theme.subscribe((value) => document.body.classList.toggle('dark', value === 'dark'));
theme.set('dark'); // 'drak' doesn't compile
nickname.exist(); // false
