import { StorageModule } from '@tuffet/core';

const settings = new StorageModule<{ theme: string }>('settings', 'local');
const helper = settings.getHelper();
settings.setItem('theme', 'dark');

helper.protect();
settings.setItem('theme', 'light');
localStorage.clear();
console.log(settings.getItem('theme'));

helper.cancelProtect();
localStorage.removeItem('settings');
console.log(helper.getExistence());
