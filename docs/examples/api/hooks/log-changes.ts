import {
  createLocalStorage,
  type StorageItem,
  type StorageItems,
  type TuffetStorage,
  useStorage,
} from '@tuffet/hooks';

type Settings = { theme: string; nickname?: string };

function log<V>(name: string, item: StorageItem<V>) {
  item.subscribe((value) => console.log(name, value));
}

function logAll(storage: TuffetStorage<Settings>): StorageItems<Settings> {
  const items = useStorage(storage);
  log('theme', items.theme);
  log('nickname', items.nickname);
  return items;
}

const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
logAll(settings).nickname.set('Ada');
