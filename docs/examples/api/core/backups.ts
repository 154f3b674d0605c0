import { StorageModule } from '@tuffet/core';
import {
  type Backup,
  type Backups,
  backupsOf,
  erase,
} from '@tuffet/core/backups';

localStorage.setItem('settings', 'not JSON');
const settings = new StorageModule<{ theme: string }>('settings', 'local');
settings.getHelper().setErrorHandler(() => {});
settings.setItem('theme', 'dark'); // saves the old text as a backup first

const print = ({ key, text }: Backup) => console.log(key, text);
const backups: Backups = backupsOf(settings);
backups.list().forEach(print);

erase(settings);
console.log(localStorage.length);
