import { fromZustand } from '@tuffet/hooks/adopt';
import { createLocalStorage, useStorageValue } from '@tuffet/react-hooks';
import { createRoot } from 'react-dom/client';

const settings = createLocalStorage({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: fromZustand('settings-storage'),
});

function App() {
  const [theme, setTheme] = useStorageValue(settings, 'theme');
  const [fontSize, setFontSize] = useStorageValue(settings, 'fontSize');
  return (
    <main>
      <output>{`${theme} ${fontSize}`}</output>
      <button type="button" onClick={() => setTheme('dark')}>
        Dark
      </button>
      <button type="button" onClick={() => setFontSize(fontSize + 1)}>
        Larger
      </button>
    </main>
  );
}

createRoot(document.getElementById('app')).render(<App />);
