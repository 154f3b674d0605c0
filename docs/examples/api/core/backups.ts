import { StorageModule } from '@tuffet/core';
import { backupsOf, erase } from '@tuffet/core/backups';

localStorage.setItem('settings', 'not JSON');
const settings = new StorageModule<{ theme: string }>('settings', 'local');
settings.getHelper().setErrorHandler(() => {});
settings.setItem('theme', 'dark'); // saves the old text as a backup first

for (const { key, text } of backupsOf(settings).list()) console.log(key, text);

erase(settings);
console.log(localStorage.length);
