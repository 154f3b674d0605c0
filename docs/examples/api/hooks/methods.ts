import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: string; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

settings.subscribe((values) => console.log('now', values));
settings.set({ theme: 'dark', nickname: 'Ada' });
console.log(settings.get('nickname'));
