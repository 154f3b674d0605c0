import { StorageModule, StorageType } from '@tuffet/core';
import { createLocalStorage, useStorage } from '@tuffet/hooks';

// Read the old entry before the new version deletes it.
type Old = { theme?: 'light' | 'dark' };
const before = new StorageModule<Old>('settings', StorageType.LOCAL, true);
const oldTheme = before.getItem('theme');

createLocalStorage<{ fontSize: number }>({
  storageModuleKey: 'settings',
  initial: { fontSize: 16 },
  version: 2,
});
const looks = createLocalStorage<{ theme: 'light' | 'dark' }>({
  storageModuleKey: 'looks',
  initial: { theme: 'light' },
});
if (oldTheme) useStorage(looks).theme.set(oldTheme);
