import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', '{"theme":"dark"}');

createLocalStorage<{ colorMode: string }>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'light' },
  version: 2,
  migrations: {
    2: ({ display }) => ({ colorMode: (display as { theme: string }).theme }),
  },
  onError: (error) => console.log(error.message),
});
