import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: true,
});
createLocalStorage<{ text: string }>({
  storageModuleKey: 'draft',
  initial: { text: 'Hello' },
});
localStorage.setItem('legacy', '1');

localStorage.clear();
