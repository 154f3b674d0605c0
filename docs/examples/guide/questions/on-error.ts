import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', 'broken');

createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: ({ code, key, hint, raw }) => {
    console.log(code, key);
    console.log(hint);
    console.log(raw);
  },
});
