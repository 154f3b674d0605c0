import { StorageModule } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = new StorageModule<Settings>('settings', 'local');
const helper = settings.getHelper();

console.log(helper.getExistence(), helper.getModule());

helper.setModule({ theme: 'dark', nickname: 'Ada' });
helper.setModule({ theme: 'light' });
console.log(helper.getExistence(), helper.getModule());

console.log(
  helper.getStorageType(),
  helper.getStorageKey(),
  helper.isPersistent(),
);

helper.clearModule();
console.log(helper.getExistence());
