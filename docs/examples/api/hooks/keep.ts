import { createLocalStorage } from '@tuffet/hooks';
import { fromZustand, keep } from '@tuffet/hooks/adopt';

createLocalStorage<{ color: string }>({
  storageModuleKey: 'settings',
  initial: { color: 'light' },
  adopt: keep(fromZustand('settings-storage')),
});
