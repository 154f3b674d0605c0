import { useStorage } from '@tuffet/react-hooks';
import { settings } from './settings';
import { ThemeButton } from './ThemeButton';

export function App() {
  const { theme } = useStorage(settings).themeState;
  return (
    <main style={{ background: theme === 'dark' ? 'black' : 'white' }}>
      <ThemeButton />
    </main>
  );
}
