import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { theme } = useStorage(settings);
const button = document.createElement('button');
const showTheme = () => {
  button.textContent = `Theme: ${theme.get()}`;
};
button.onclick = () => theme.set(theme.get() === 'light' ? 'dark' : 'light');
theme.subscribe(showTheme);
showTheme();
document.body.append(button);
