import type { App } from 'vue';

declare const process: { env: { NODE_ENV?: string } };

/**
 * A Vue plugin: `app.use(tuffetVueDevtools)`. In development, adds all modules and their changes to
 * Vue Devtools. Does nothing in production, during SSR, and without a bundler.
 */
export function tuffetVueDevtools(app: App): void {
  try {
    // As in development.ts, `import()` must be inside, or bundlers would still emit its script.
    if (process.env.NODE_ENV !== 'production' && typeof document !== 'undefined') {
      void import('./vue-devtools/plugin.ts').then(({ registerPlugin }) => registerPlugin(app));
    }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
  }
}
