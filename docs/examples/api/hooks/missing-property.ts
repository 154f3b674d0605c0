import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ theme: string; zoom: number }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', zoom: 1 },
});
