import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { zoom: number; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { zoom: 1 },
});
const { zoom, nickname } = useStorage(settings);

const unsubscribe = zoom.subscribe((value) => console.log('zoom is', value));
zoom.set(2);
zoom.set((previous) => previous + 1);
zoom.reset();
unsubscribe();
zoom.set(4);

nickname.set('Ada');
console.log(nickname.get(), nickname.exist());
nickname.reset();
console.log(nickname.get(), nickname.exist());
