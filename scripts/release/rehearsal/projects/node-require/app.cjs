const { createLocalStorage, useStorage } = require('@tuffet/hooks');

const settings = createLocalStorage({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
console.log(useStorage(settings).theme.get());
