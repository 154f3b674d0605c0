'use client';

import { useStorage } from '@tuffet/react-hooks';
import { settings } from './settings';

export function ThemeToggle() {
  const { theme, setTheme } = useStorage(settings).themeState;
  const next = theme === 'dark' ? 'light' : 'dark';

  return (
    <button type="button" onClick={() => setTheme(next)}>
      Theme: {theme}
    </button>
  );
}
