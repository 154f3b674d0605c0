/** Runs the samples that are tests, in Chromium. */

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { inChromium } from '../../../../harness/browsers/chromium.ts';

export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../../../node_modules/.vite/examples', import.meta.url)),
  test: {
    include: ['**/*.test.{ts,tsx}'],
    browser: inChromium(),
  },
});
