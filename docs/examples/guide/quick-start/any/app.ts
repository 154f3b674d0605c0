import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';
import './theme-button';

const { theme } = useStorage(settings);
const show = () => {
  document.body.style.background = theme.get() === 'dark' ? 'black' : 'white';
};
theme.subscribe(show);
show();
