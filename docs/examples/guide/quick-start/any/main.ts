import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';
import './theme-button';

const { theme } = useStorage(settings);
const applyTheme = () => {
  document.documentElement.dataset.theme = theme.get();
};
theme.subscribe(applyTheme);
applyTheme();
