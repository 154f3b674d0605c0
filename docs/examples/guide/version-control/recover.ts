import { createLocalStorage } from '@tuffet/hooks';
import { backupsOf } from '@tuffet/hooks/backups';

type Settings = { colorMode: 'light' | 'dark' | 'system' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system' },
  version: 2,
  migrations: {
    2: (v1) => ({ colorMode: v1.theme === 'dark' ? 'dark' : 'light' }),
  },
  onError: (error) => console.log(error.code),
});

const backups = backupsOf(settings);
for (const { key, text } of backups.list()) console.log(key, text);

console.log(backups.restore('settings'), settings.get('colorMode'));
