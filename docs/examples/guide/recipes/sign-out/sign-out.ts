import { createLocalStorage } from '@tuffet/hooks';
import { erase } from '@tuffet/hooks/backups';

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
  erase(userInfo, cart);
}

userInfo.set({ hasSigned: true, name: 'Ada' });
cart.set({ lines: ['green-tea'] });
settings.set({ theme: 'dark' });
signOut();
