import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: 'strict',
});

delete localStorage.settings; // has no effect
console.log(localStorage.settings); // reading still works
localStorage.settings = '{}'; // [!code error]
