import { StorageModule } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark' };
const ours = new StorageModule<Settings>('settings', 'local');
const theirs = new StorageModule<Settings>('settings', 'local', true);

theirs.setItem('theme', 'dark');
console.log(ours.getItem('theme'));
