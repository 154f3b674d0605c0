import { createLocalStorage, useStorageHelper } from '@tuffet/hooks';

const userInfo = createLocalStorage<{ hasSigned: boolean; name?: string }>({
  storageModuleKey: 'user-info',
  initial: { hasSigned: false },
});
const cart = createLocalStorage<{ lines: string[] }>({
  storageModuleKey: 'cart',
  initial: { lines: [] },
});
const settings = createLocalStorage<{ theme: 'light' | 'dark' }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

export function signOut() {
  useStorageHelper(userInfo).initialize();
  useStorageHelper(cart).initialize();
}

useStorageHelper(userInfo).patch({ hasSigned: true, name: 'Ada' });
useStorageHelper(cart).patch({ lines: ['green-tea'] });
useStorageHelper(settings).patch({ theme: 'dark' });
signOut();
