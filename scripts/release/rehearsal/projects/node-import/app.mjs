import { createLocalStorage, useStorage } from '@tuffet/hooks';

const settings = createLocalStorage({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
console.log(useStorage(settings).theme.get());
