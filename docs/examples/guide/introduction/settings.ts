import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = {
  theme: 'light' | 'dark';
  visits: number;
  nickname?: string;
};
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', visits: 0 },
});

const { theme, visits, nickname } = useStorage(settings);
theme.subscribe((value) => console.log('theme is now', value));
theme.set('dark'); // 'drak' doesn't compile
visits.set((count) => count + 1);
console.log(visits.get() + 1); // a number stays a number
console.log(nickname.get(), nickname.exist()); // a missing value stays undefined
