import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('settings', '{"theme":"dark","fontSize":-1}');

const settings = createLocalStorage<{ theme: string; fontSize: number }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  check: ({ fontSize }) => {
    const isValid = typeof fontSize === 'number' && fontSize > 0;
    return isValid ? undefined : 'fontSize must be positive';
  },
  onError: (error) => console.log(error.message),
});

console.log(settings.get());
console.log(settings.set({ fontSize: -2 }));
