import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { theme } = useStorage(settings);
const button = document.createElement('button');
button.onclick = () => {
  theme.set((current) => (current === 'light' ? 'dark' : 'light'));
};
const show = () => {
  button.textContent = theme.get();
};
theme.subscribe(show);
show();
document.body.append(button);
