import { createLocalStorage } from '@tuffet/hooks';

const define = (theme: string) =>
  createLocalStorage<{ theme: string }>({
    storageModuleKey: 'settings',
    initial: { theme },
  });

const first = define('light');
const second = define('light'); // same definition, same entry
first.set({ theme: 'dark' });
console.log(second.get('theme'));

define('dark'); // [!code error]
