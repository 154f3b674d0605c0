import { StorageModule, StorageType } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = new StorageModule<Settings>('core-settings', StorageType.LOCAL);

settings.setItem('theme', 'dark');
settings.getItem('theme'); // 'dark'
localStorage.getItem('core-settings'); // '{"theme":"dark"}'
