import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Folder = { name: string; parent?: Folder };
const explorer = createLocalStorage<{ current?: Folder }>({
  storageModuleKey: 'explorer',
  initial: {},
});

const folder: Folder = { name: 'docs' };
folder.parent = folder; // circular reference
useStorage(explorer).current.set(folder); // [!code error]
