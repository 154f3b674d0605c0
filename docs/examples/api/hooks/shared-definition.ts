import { createLocalStorage } from '@tuffet/hooks';

const define = (theme: string) =>
  createLocalStorage<{ theme: string }>({
    storageModuleKey: 'settings',
    initial: { theme },
  });

const one = define('light');
const two = define('light'); // the same definition: the same entry
console.log(one.storageModule.store === two.storageModule.store);

define('dark'); // [!code error]
