import { createRoot } from 'react-dom/client';
import { ThemeButton } from './ThemeButton';

const app = document.getElementById('app');
if (app) createRoot(app).render(<ThemeButton />);
