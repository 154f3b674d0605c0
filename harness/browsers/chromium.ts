import { existsSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';

const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find(existsSync);
const executablePath = process.env.CHROMIUM ?? installed ?? 'chromium';

/** Vitest's browser mode with the installed Chromium. Vitest mutates the object, so create one per project. */
export const inChromium = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath, chromiumSandbox: false, args: ['--disable-gpu'] },
  }),
  instances: [{ browser: 'chromium' as const }],
});
