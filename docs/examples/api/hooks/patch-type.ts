import {
  createLocalStorage,
  type StoragePatch,
  useStorageHelper,
} from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; zoom: number; nickname?: string };
const guest: StoragePatch<Settings> = { theme: 'light', nickname: undefined };

const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'dark', zoom: 1 },
});
const helper = useStorageHelper(settings);
helper.patch({ nickname: 'Ada' });
helper.patch(guest);
console.log(settings.helper.getModule());
