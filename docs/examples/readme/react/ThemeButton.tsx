import { useStorage } from '@tuffet/react-hooks';
import { settings } from './settings';

export function ThemeButton() {
  const { theme, setTheme } = useStorage(settings).themeState;
  const toggle = () => setTheme(theme === 'light' ? 'dark' : 'light');
  return (
    <button type="button" onClick={toggle}>
      {theme}
    </button>
  );
}
