import { createLocalStorage, useStorage } from '@tuffet/hooks';

const settings = createLocalStorage<{ fontSize: number }>({
  storageModuleKey: 'settings',
  initial: { fontSize: 16 },
  check: ({ fontSize }) => {
    const isValid = typeof fontSize === 'number' && fontSize > 0;
    return isValid ? undefined : 'fontSize must be positive';
  },
  onError: (error) => console.log(error.message),
});

console.log(useStorage(settings).fontSize.set(-1));
