import '@tuffet-demos/shelf/style.css';
import { followSettings } from '@tuffet-demos/shelf';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

followSettings();
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
