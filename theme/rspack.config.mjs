import { fileURLToPath } from 'node:url';
import { LightningCssMinimizerRspackPlugin, SwcJsMinimizerRspackPlugin } from '@rspack/core';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const shared = {
  context: path('.'),
  mode: 'production',
  devtool: false,
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
};

const scripts = {
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
  },
};

/** The same short class names in both bundles. */
const styles = (exportsOnly) => ({
  parser: { 'css/auto': { namedExports: false } },
  generator: { 'css/auto': { localIdentName: '[hash:base64:5]', exportsOnly } },
  rules: [scripts, { test: /\.css$/, type: 'css/auto' }],
});

/** What the styles may take for granted: without it, light-dark() and others are written out. */
const minimizer = [
  new SwcJsMinimizerRspackPlugin(),
  new LightningCssMinimizerRspackPlugin({
    minimizerOptions: { targets: ['chrome 125', 'firefox 128', 'safari 18'] },
  }),
];

const createClient = (output) => ({
  ...shared,
  name: 'client',
  target: ['web', 'es2022'],
  entry: { main: './src/entry-client.tsx' },
  module: styles(false),
  output: {
    path: `${output}/client`,
    clean: true,
    uniqueName: 'docsite',
    // Python writes page scripts for this name: see generator/src/docsite/chunks.py.
    chunkLoadingGlobal: 'docsiteChunks',
    publicPath: '/',
    filename: 'assets/js/[name].[contenthash:8].js',
    chunkFilename: 'assets/js/[id].[contenthash:8].js',
    cssFilename: 'assets/css/[name].[contenthash:8].css',
    trustedTypes: { policyName: 'docsite-bundler' },
  },
  optimization: { chunkIds: 'named', runtimeChunk: 'single', minimizer },
  performance: false,
});

/** The inline script stands in every document, so it is a bundle without a runtime. */
const createBoot = (output) => ({
  ...shared,
  name: 'boot',
  target: ['web', 'es2022'],
  entry: { boot: './src/boot.ts' },
  module: { rules: [scripts] },
  output: { path: `${output}/boot`, clean: true, filename: '[name].js' },
});

const createServer = (output) => ({
  ...shared,
  name: 'server',
  target: 'node24',
  entry: { 'entry-server': './src/entry-server.tsx' },
  module: styles(true),
  output: {
    path: `${output}/server`,
    clean: true,
    uniqueName: 'docsite',
    filename: '[name].mjs',
    module: true,
    chunkFormat: 'module',
    library: { type: 'module' },
  },
  optimization: { minimize: false },
});

/** The bundles for the browser, for the head of each document, and for rendering. */
export const createConfigs = (output) => [
  createClient(output),
  createBoot(output),
  createServer(output),
];
