import { useStorage } from '@tuffet/react-hooks';
import { createRoot } from 'react-dom/client';
import { settings } from './settings';

function ThemeButton() {
  const { theme, setTheme } = useStorage(settings).themeState;
  const toggle = () => setTheme(theme === 'light' ? 'dark' : 'light');
  return (
    <button type="button" onClick={toggle}>
      {theme}
    </button>
  );
}

const app = document.getElementById('app');
if (app) createRoot(app).render(<ThemeButton />);
