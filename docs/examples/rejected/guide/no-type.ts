import { createLocalStorage } from '@tuffet/hooks';

const settings = createLocalStorage({
  storageModuleKey: 'settings',
  initial: { theme: 'light' }, // [!code error]
});
