import { createLocalStorage, TuffetError } from '@tuffet/hooks';

try {
  createLocalStorage<{ theme: string }>({
    storageModuleKey: 'settings_v2',
    initial: { theme: 'light' },
  });
} catch (error) {
  if (error instanceof TuffetError) console.log(error.code, error.hint);
}
