import { mountLauncher } from './launcher/launcher.ts';
import type { DevtoolsOptions } from './options.ts';

// Only this file and vue-devtools.ts read NODE_ENV. Bundlers replace the whole expression and drop
// the code behind it for production: `import()` must be there, or they would still emit its script.
declare const process: { env: { NODE_ENV?: string } };

/**
 * In development, adds a button to the page that opens the panel. Returns a function that removes it.
 * Does nothing in production, during SSR, and without a bundler.
 */
export function mountDevtools(options: DevtoolsOptions = {}): () => void {
  try {
    if (process.env.NODE_ENV !== 'production') {
      return mountLauncher(options, () => import('./panel.ts'));
    }
  } catch (error) {
    // Without a bundler there is no `process`: that is production too.
    if (!(error instanceof ReferenceError)) throw error;
  }
  return () => {};
}
