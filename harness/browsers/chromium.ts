import { existsSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';

const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
const executablePath = process.env.CHROMIUM ?? installed ?? 'chromium';

/** Vitest's browser mode with Debian's Chromium. A new object per project: Vitest changes it. */
export const inChromium = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath, chromiumSandbox: false, args: ['--disable-gpu'] },
  }),
  instances: [{ browser: 'chromium' as const }],
});
