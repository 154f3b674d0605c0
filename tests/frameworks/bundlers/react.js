import { TuffetDevtools } from '@tuffet/devtools/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import './app';

const host = document.body.appendChild(document.createElement('div'));
createRoot(host).render(createElement(TuffetDevtools));
