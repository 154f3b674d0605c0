import { useStorage } from '@tuffet/react-hooks';
import { settings } from './settings';

export function ThemeButton() {
  const { theme, setTheme } = useStorage(settings).themeState;
  return (
    <button type="button" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
      Theme: {theme}
    </button>
  );
}
