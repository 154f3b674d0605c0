import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: 'strict',
});

delete localStorage.settings; // without an effect
console.log(localStorage.settings); // reading works as before
localStorage.settings = '{}'; // [!code error]
