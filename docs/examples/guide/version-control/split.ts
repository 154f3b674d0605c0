import { StorageModule, StorageType } from '@tuffet/core';
import { createLocalStorage, useStorage } from '@tuffet/hooks';

// Read the old entry before creating the new version, which deletes it.
type OldSettings = { theme?: unknown };
const old = new StorageModule<OldSettings>('settings', StorageType.LOCAL, true);
const oldTheme = old.getItem('theme');

createLocalStorage<{ fontSize: number }>({
  storageModuleKey: 'settings',
  initial: { fontSize: 16 },
  version: 2,
});
const appearance = createLocalStorage<{ theme: 'light' | 'dark' }>({
  storageModuleKey: 'appearance',
  initial: { theme: 'light' },
});
if (oldTheme === 'light' || oldTheme === 'dark') {
  useStorage(appearance).theme.set(oldTheme);
}
