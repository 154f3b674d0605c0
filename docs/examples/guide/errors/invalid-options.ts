import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  version: 0, // [!code error]
});
