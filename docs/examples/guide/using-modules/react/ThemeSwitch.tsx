import { useStorageValue } from '@tuffet/react-hooks';
import { settings } from './settings';

export function ThemeSwitch() {
  const [theme, setTheme] = useStorageValue(settings, 'theme');
  const toggle = () => setTheme(theme === 'light' ? 'dark' : 'light');
  return (
    <button type="button" onClick={toggle}>
      {theme}
    </button>
  );
}
