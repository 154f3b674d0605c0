import { createLocalStorage } from '@tuffet/hooks';

const define = (theme: string) =>
  createLocalStorage<{ theme: string }>({
    storageModuleKey: 'settings',
    initial: { theme },
  });

const first = define('light');
const second = define('light'); // same definition, same entry
console.log(first.storageModule.store === second.storageModule.store);

define('dark'); // [!code error]
