import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', '{"theme":"da');

const settings = createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: (error) => console.log(error.message),
});

settings.set({ theme: 'dark' }); // saves the old text as a backup first
