import { defineConfig, type Plugin } from 'vite';

/** Blocks rendering until the script has applied the stored color mode. */
const paintLast: Plugin = {
  name: 'paint-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
  },
};

/** The collector's package contains the result, and serves it under this path. */
export default defineConfig({
  base: '/dashboard/',
  plugins: [paintLast],
  publicDir: false,
  // Our packages are resolved to their sources, so nothing has to be built first.
  resolve: { tsconfigPaths: true },
  build: {
    outDir: '../src/collector/files',
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: false,
    assetsInlineLimit: 0,
  },
  // The development server uses a collector on the default port.
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:8600' } },
});
