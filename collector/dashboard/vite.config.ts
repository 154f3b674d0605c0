import { defineConfig, type Plugin } from 'vite';

/** Nothing is painted before the script has set the stored colours: there is nothing else to see. */
const paintLast: Plugin = {
  name: 'paint-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
  },
};

/** The collector carries the result, and serves it under this path. */
export default defineConfig({
  base: '/dashboard/',
  plugins: [paintLast],
  publicDir: false,
  // Our packages come from their sources: nothing has to be built before.
  resolve: { tsconfigPaths: true },
  build: {
    outDir: '../src/collector/files',
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: false,
    assetsInlineLimit: 0,
  },
  // While one works on it, a collector on its usual port answers.
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:8600' } },
});
