import type { App } from 'vue';

declare const process: { env: { NODE_ENV?: string } };

/**
 * A Vue plugin: `app.use(tuffetVueDevtools)`. In development, adds all modules and their changes to
 * Vue DevTools. Does nothing in production, during SSR, and without a bundler.
 */
export function tuffetVueDevtools(app: App): void {
  try {
    // As in development.ts, the `import()` must be inside the condition, or bundlers would still emit its script.
    if (process.env.NODE_ENV !== 'production' && typeof document !== 'undefined') {
      import('./vue-devtools/plugin.ts')
        .then(({ registerPlugin }) => registerPlugin(app))
        .catch((error: unknown) => {
          console.error(
            "[tuffet] The Vue DevTools plugin didn't start. It needs @vue/devtools-api 7 or newer.",
            error,
          );
        });
    }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
  }
}
