import { createRoot } from 'react-dom/client';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const useSettings = create(
  persist(
    (set) => ({
      theme: 'light',
      fontSize: 16,
      setTheme: (theme) => set({ theme }),
      setFontSize: (fontSize) => set({ fontSize }),
    }),
    { name: 'settings-storage' },
  ),
);

function App() {
  const { theme, setTheme, fontSize, setFontSize } = useSettings();
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
