import { defineConfig, type Plugin } from 'vite';

/** Blocks rendering until the script has applied the stored color mode. */
const blockRendering: Plugin = {
  name: 'block-rendering',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
  },
};

/** The build is part of the collector's package, which serves it under this path. */
export default defineConfig({
  base: '/dashboard/',
  plugins: [blockRendering],
  publicDir: false,
  // Packages of this repository are resolved to their sources, so they don't need to be built
  // first.
  resolve: { tsconfigPaths: true },
  build: {
    outDir: '../src/collector/files',
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: false,
    assetsInlineLimit: 0,
  },
  // The development server forwards requests to a collector on the default port.
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:8600' } },
});
