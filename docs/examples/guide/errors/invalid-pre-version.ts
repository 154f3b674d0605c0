import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  version: 2,
  preVersion: 2, // [!code error]
});
