import { createLocalStorage, useStorageHelper } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; zoom: number; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', zoom: 1 },
});
const helper = useStorageHelper(settings);

helper.patch({ theme: 'dark', nickname: 'Ada' });
console.log(helper.size(), helper.contains('nickname'));

helper.initialize();
console.log(helper.size(), helper.contains('nickname'));
