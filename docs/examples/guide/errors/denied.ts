import { createLocalStorage, useStorage } from '@tuffet/hooks';

const own = Object.getOwnPropertyDescriptor(window, 'localStorage') ?? {};

// #region use
// Simulates a browser that blocks all site data.
Object.defineProperty(window, 'localStorage', {
  get() {
    throw new DOMException('Access is denied', 'SecurityError');
  },
});

const settings = createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: (error) => console.log(error.message),
});

const { theme } = useStorage(settings);
console.log(theme.set('dark'), theme.get());
console.log(settings.helper.isPersistent());
// #endregion use

Object.defineProperty(window, 'localStorage', own);
