import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', '{"theme":"dark"}');

createLocalStorage<{ colours: string }>({
  storageModuleKey: 'settings',
  initial: { colours: 'light' },
  version: 3,
  onError: (error) => console.log(error.message),
});
