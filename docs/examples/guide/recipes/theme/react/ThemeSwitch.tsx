import { useStorage } from '@tuffet/react-hooks';
import { appearance } from './appearance';

export function ThemeSwitch() {
  const { theme, setTheme } = useStorage(appearance).themeState;
  return (
    <button type="button" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
      Theme: {theme}
    </button>
  );
}
