/** Runs the samples that are tests, in Chromium. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
const executablePath = process.env.CHROMIUM ?? installed ?? 'chromium';

export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../../node_modules/.vite/examples', import.meta.url)),
  test: {
    include: ['**/*.test.{ts,tsx}'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath, chromiumSandbox: false, args: ['--disable-gpu'] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
