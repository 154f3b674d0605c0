import { getTheme, settings } from './settings';

const button = document.createElement('button');
const showTheme = () => {
  button.textContent = `Theme: ${getTheme()}`;
};
button.onclick = () => {
  settings.setItem('theme', getTheme() === 'light' ? 'dark' : 'light');
};
settings.store.subscribe(showTheme, 'theme');
showTheme();
document.body.append(button);
