import { getTheme, settings } from './settings';
import './theme-button';

const applyTheme = () => {
  document.documentElement.dataset.theme = getTheme();
};
settings.store.subscribe(applyTheme, 'theme');
applyTheme();
