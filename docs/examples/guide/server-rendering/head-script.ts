import { headScript } from '@tuffet/hooks/head';
import { appearance } from './appearance';

const script = headScript(appearance, {
  theme: { attribute: 'data-theme', values: ['light', 'dark'] },
  density: { classes: { compact: 'is-compact' } },
});

// In an app, the browser runs it when it parses the head of the page.
new Function(script)();

const html = document.documentElement;
console.log(html.dataset.theme, html.className);
