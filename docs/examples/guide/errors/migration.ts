import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', '{"theme":"dark"}');

createLocalStorage<{ colours: string }>({
  storageModuleKey: 'settings',
  initial: { colours: 'light' },
  version: 2,
  migrations: {
    2: ({ looks }) => ({ colours: (looks as { theme: string }).theme }),
  },
  onError: (error) => console.log(error.message),
});
