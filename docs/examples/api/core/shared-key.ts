import { StorageModule } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark' };
const appSettings = new StorageModule<Settings>('settings', 'local');
const widgetSettings = new StorageModule<Settings>('settings', 'local', true);

widgetSettings.setItem('theme', 'dark');
console.log(appSettings.getItem('theme'));
