import { StorageModule, StorageType } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = new StorageModule<Settings>('settings', StorageType.LOCAL);

settings.setItem('theme', 'dark');
settings.setItem('nickname', 'Ada');
console.log(settings.getItem('theme'), settings.size());

settings.removeItem('nickname');
console.log(settings.getItem('nickname'), settings.contains('nickname'));
