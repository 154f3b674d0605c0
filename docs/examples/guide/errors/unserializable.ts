import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Tree = { name: string; parent?: Tree };
const forest = createLocalStorage<{ tree?: Tree }>({
  storageModuleKey: 'forest',
  initial: {},
});

const oak: Tree = { name: 'oak' };
oak.parent = oak;
useStorage(forest).tree.set(oak); // [!code error]
