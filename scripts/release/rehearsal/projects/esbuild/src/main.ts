import { StorageModule, StorageType } from '@tuffet/core';

type Settings = { theme: 'light' | 'dark' };

const settings = new StorageModule<Settings>('settings', StorageType.LOCAL);
const button = document.querySelector('button') as HTMLButtonElement;
const show = () => {
  button.textContent = settings.getItem('theme') ?? 'light';
};

button.addEventListener('click', () => {
  settings.setItem('theme', settings.getItem('theme') === 'dark' ? 'light' : 'dark');
  show();
});
show();
