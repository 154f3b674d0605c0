'use client';

import { useStorage } from '@tuffet/react-hooks';
import { useHydrated } from '@tuffet/react-hooks/hydrated';
import { appearance } from './appearance';

export function ThemeToggle() {
  const { theme, setTheme } = useStorage(appearance).themeState;
  const isHydrated = useHydrated();

  return (
    <button
      type="button"
      disabled={!isHydrated}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      {isHydrated ? `Theme: ${theme}` : 'Theme'}
    </button>
  );
}
