import { StorageModule, TuffetError } from '@tuffet/core';

const settings = new StorageModule<{ theme: string }>('settings', 'local');
const helper = settings.getHelper();
settings.setItem('theme', 'dark');

helper.protect();
try {
  localStorage.removeItem('settings');
} catch (error) {
  if (error instanceof TuffetError) console.log(error.code);
}
localStorage.clear(); // doesn't remove the protected entry
settings.setItem('theme', 'light'); // writes through the module still work
console.log(settings.getItem('theme'));

helper.cancelProtect();
localStorage.removeItem('settings');
console.log(helper.getExistence());
