import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', '{"theme":"dark"}');

createLocalStorage<{ colorMode: string }>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'light' },
  version: 3,
  onError: (error) => console.log(error.message),
});
