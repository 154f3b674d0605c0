import { createLocalStorage, useStorage } from '@tuffet/hooks';

const settings = createLocalStorage<{ fontSize: number }>({
  storageModuleKey: 'settings',
  initial: { fontSize: 16 },
  check: ({ fontSize }) => {
    const isRight = typeof fontSize === 'number' && fontSize > 0;
    return isRight ? undefined : 'fontSize must be above 0';
  },
  onError: (error) => console.log(error.message),
});

console.log(useStorage(settings).fontSize.set(-1));
