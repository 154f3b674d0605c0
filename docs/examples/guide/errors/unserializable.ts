import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Folder = { name: string; parent?: Folder };
const explorer = createLocalStorage<{ current?: Folder }>({
  storageModuleKey: 'explorer',
  initial: {},
});

const folder: Folder = { name: 'docs' };
folder.parent = folder; // a reference cycle
useStorage(explorer).current.set(folder); // [!code error]
