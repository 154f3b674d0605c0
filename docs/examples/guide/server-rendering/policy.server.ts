import { headScript, scriptHash } from '@tuffet/hooks/head';
import { appearance } from './appearance';

const script = headScript(appearance, {
  theme: { attribute: 'data-theme', values: ['light', 'dark'] },
});

console.log(`Content-Security-Policy: script-src 'self' '${await scriptHash(script)}'`);
