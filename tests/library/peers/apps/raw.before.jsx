import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function useStored(key, initial) {
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? initial);
  const store = (next) => {
    localStorage.setItem(key, next);
    setValue(next);
  };
  return [value, store];
}

function App() {
  const [theme, setTheme] = useStored('app-theme', 'light');
  const [fontSize, setFontSize] = useStored('app-font-size', '16');
  return (
    <main>
      <output>{`${theme} ${fontSize}`}</output>
      <button type="button" onClick={() => setTheme('dark')}>
        Dark
      </button>
      <button type="button" onClick={() => setFontSize(String(Number(fontSize) + 1))}>
        Larger
      </button>
    </main>
  );
}

createRoot(document.getElementById('app')).render(<App />);
