import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const create = () =>
  createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { theme: 'light' },
  });

const first = useStorage(create());
const second = useStorage(create());
first.theme.set('dark');
console.log(second.theme.get());
