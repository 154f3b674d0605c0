import '@tuffet-demos/shelf/style.css';
import { applySettings } from '@tuffet-demos/shelf';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

applySettings();
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
