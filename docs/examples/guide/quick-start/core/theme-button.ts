import { StorageModule, StorageType } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = new StorageModule<Settings>('settings', StorageType.LOCAL);

const theme = () => settings.getItem('theme') ?? 'light';
const button = document.createElement('button');
button.textContent = theme();
button.onclick = () => {
  settings.setItem('theme', theme() === 'light' ? 'dark' : 'light');
};
settings.store.subscribe(() => {
  button.textContent = theme();
}, 'theme');
document.body.append(button);
