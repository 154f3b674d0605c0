import { settings } from './settings';

const theme = () => settings.getItem('theme') ?? 'light';
const button = document.createElement('button');
button.onclick = () => {
  settings.setItem('theme', theme() === 'light' ? 'dark' : 'light');
};
const show = () => {
  button.textContent = theme();
};
settings.store.subscribe(show, 'theme');
show();
document.body.append(button);
