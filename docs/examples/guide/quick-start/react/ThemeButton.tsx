import { createLocalStorage, useStorage } from '@tuffet/react-hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

export function ThemeButton() {
  const { theme, setTheme } = useStorage(settings).themeState;
  const toggle = () => setTheme(theme === 'light' ? 'dark' : 'light');
  return (
    <button type="button" onClick={toggle}>
      {theme}
    </button>
  );
}
