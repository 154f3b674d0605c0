import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: true,
});
createLocalStorage<{ text: string }>({
  storageModuleKey: 'draft',
  initial: { text: 'Dear' },
});
localStorage.setItem('legacy', 'something');

localStorage.clear();
