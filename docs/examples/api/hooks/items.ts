import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { zoom: number; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { zoom: 1 },
});
const { zoom, nickname } = useStorage(settings);

const end = zoom.subscribe((now) => console.log('zoom is', now));
zoom.set(2);
zoom.set((now) => now + 1);
zoom.reset();
end();
zoom.set(4);

nickname.set('Ada');
console.log(nickname.get(), nickname.exist());
nickname.reset();
console.log(nickname.get(), nickname.exist());
