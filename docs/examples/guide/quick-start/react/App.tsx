import { useStorage } from '@tuffet/react-hooks';
import { useEffect } from 'react';
import { settings } from './settings';
import { ThemeButton } from './ThemeButton';

export default function App() {
  const { theme } = useStorage(settings).themeState;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return <ThemeButton />;
}
