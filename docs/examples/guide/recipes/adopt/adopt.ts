import { createLocalStorage, useStorageHelper } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
});

function adoptOldKeys() {
  const theme = localStorage.getItem('theme');
  const fontSize = Number(localStorage.getItem('font-size'));
  const isSaved = useStorageHelper(settings).patch({
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(fontSize >= 8 && fontSize <= 40 && { fontSize }),
  });
  if (!isSaved) return;
  localStorage.removeItem('theme');
  localStorage.removeItem('font-size');
}

// Without this check, localStorage throws if the browser blocks storage.
if (settings.helper.isPersistent()) adoptOldKeys();
