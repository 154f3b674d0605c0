import type { Handle } from '@sveltejs/kit';
import { script } from './lib/head-script';

export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) =>
      html.replace('%head-script%', () => `<script>${script}</script>`),
  });
