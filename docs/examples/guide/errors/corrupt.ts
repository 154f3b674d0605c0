import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', '{"theme":"da');

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: (error) => console.log(error.message),
});
