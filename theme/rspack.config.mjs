import { fileURLToPath } from 'node:url';
import {
  DefinePlugin,
  LightningCssMinimizerRspackPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';

import { ASSETS, CHUNK_GLOBAL } from '../contracts/assets.gen.ts';
import { TRUSTED_TYPES } from '../contracts/markup.gen.ts';
import numbers from '../contracts/theme-scripts.json' with { type: 'json' };

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const shared = {
  context: path('.'),
  mode: 'production',
  devtool: false,
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
};

const scripts = {
  test: /\.tsx?$/,
  use: [
    {
      loader: 'builtin:swc-loader',
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    },
    path('./number-scripts.mjs'),
  ],
};

/** Without this list, light-dark() and others would be compiled to fallbacks. */
const BROWSERS = ['chrome 125', 'firefox 128', 'safari 18'];

const LAZY_STYLES = /\.lazy\.css$/;

/** Lazy styles are strings in the script of their feature: no second file, no runtime. */
const lazyStyles = {
  test: LAZY_STYLES,
  type: 'css',
  loader: 'builtin:lightningcss-loader',
  options: { minify: true, targets: BROWSERS },
  parser: { exportType: 'text' },
};

/** The editor doesn't use the snippets of language packages. Its completions are a separate script. */
const withoutSnippets = {
  test: /\/@codemirror\/lang-\w+\/dist\//,
  resolve: {
    alias: { '@codemirror/autocomplete': path('./src/features/live/editor/no-completions.ts') },
  },
};

const layoutStyles = { test: /\.css$/, exclude: LAZY_STYLES, type: 'css' };

/** Documents contain the styles of their layout, so scripts import none. */
const modules = {
  generator: { css: { exportsOnly: true } },
  rules: [scripts, withoutSnippets, layoutStyles, lazyStyles],
};

/** Feature checks of React with a known result, so that its fallbacks are removed. */
const browserFacts = new DefinePlugin({
  'typeof window': '"object"',
  'typeof document': '"object"',
  'typeof window.document': '"object"',
  'typeof window.document.createElement': '"function"',
  // Only Internet Explorer has it.
  'document.documentMode': 'undefined',
  'typeof performance': '"object"',
  'typeof performance.now': '"function"',
  'typeof performance.getEntriesByType': '"function"',
  'typeof requestAnimationFrame': '"function"',
  'typeof devicePixelRatio': '"number"',
  'typeof AbortController': '"function"',
  'typeof Object.is': '"function"',
  'typeof Reflect': '"object"',
  'typeof WeakMap': '"function"',
  'typeof WeakSet': '"function"',
  'typeof reportError': '"function"',
  'typeof queueMicrotask': '"function"',
  'typeof setTimeout': '"function"',
  'typeof clearTimeout': '"function"',
  'typeof MessageChannel': '"function"',
  'typeof setImmediate': '"undefined"',
  // React's indicator of pending transitions. The theme has none, and shows navigations itself.
  'typeof navigation': '"undefined"',
  // React DevTools are for development.
  'typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '"undefined"',
});

/**
 * Every script has its own scope, and nothing reads the `length` of functions. As modules they would
 * lose their "use strict", although they run as scripts.
 */
const scriptMinimizer = new SwcJsMinimizerRspackPlugin({
  minimizerOptions: {
    compress: { passes: 4, ecma: 2022, toplevel: true, keep_fargs: false },
    mangle: { toplevel: true },
    ecma: 2022,
    module: false,
  },
});

const minimizer = [scriptMinimizer];

const styleMinimizer = new LightningCssMinimizerRspackPlugin({
  minimizerOptions: { targets: BROWSERS },
});

const nameFile = (template, name) => template.replace('{name}', `${name}.[contenthash:8]`);

const createClient = (output) => ({
  ...shared,
  name: 'client',
  target: ['web', 'es2022'],
  entry: { main: './src/app/entry-client.tsx' },
  module: modules,
  output: {
    path: `${output}/client`,
    clean: true,
    uniqueName: 'docsite',
    chunkLoadingGlobal: CHUNK_GLOBAL,
    publicPath: '/',
    filename: nameFile(ASSETS.script, '[name]'),
    chunkFilename: nameFile(ASSETS.script, '[id]'),
    trustedTypes: { policyName: TRUSTED_TYPES.bundler },
  },
  // One script per feature: shared chunks would add their names to the first load. The runtime is part
  // of the main script: separately, it would be another request, and would compress worse.
  optimization: { chunkIds: 'named', runtimeChunk: false, splitChunks: false, minimizer },
  plugins: [browserFacts],
  performance: false,
});

/** The layout comes after the base styles, because it may override them. */
const layoutEntry = (name) => ['./src/styles/index.ts', `./src/layouts/${name}-layout/index.tsx`];

/** The styles of each layout, `<layout>.<its script>.css`, and the shared ones, `base.css`. */
const createStyles = (output) => ({
  ...shared,
  name: 'styles',
  target: ['web', 'es2022'],
  entry: {
    'doc.main': layoutEntry('doc'),
    [`home.${numbers.home}`]: layoutEntry('home'),
    [`not-found.${numbers['not-found']}`]: layoutEntry('not-found'),
  },
  module: { rules: [scripts, layoutStyles, lazyStyles] },
  output: { path: `${output}/styles`, clean: true, cssFilename: '[name].css' },
  optimization: {
    minimizer: [styleMinimizer],
    splitChunks: {
      cacheGroups: {
        // Shared by `doc` and `home`. A document for unknown paths contains the styles of both.
        base: { name: 'base', test: /\.css$/, chunks: 'all', minChunks: 2, enforce: true },
      },
    },
  },
});

/** The inline script is in every document, so it is a bundle without a runtime. */
const createBoot = (output) => ({
  ...shared,
  name: 'boot',
  target: ['web', 'es2022'],
  entry: { boot: './src/app/boot.ts' },
  module: { rules: [scripts] },
  output: { path: `${output}/boot`, clean: true, filename: 'boot.js' },
  optimization: { minimizer },
});

const createServer = (output) => ({
  ...shared,
  name: 'server',
  target: 'node24',
  entry: { 'entry-server': './src/app/entry-server.tsx' },
  module: modules,
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

/** The code for detailed records, and its replacement for other records. */
const DETAILS = path('../packages/analytics/dist/detailed.mjs');
const NO_DETAILS = path('./src/features/analytics/no-details.ts');

/** Analytics is one script that loads no others: the code for detailed records is in it or not. */
const createAnalytics = (output, name, isDetailed) => ({
  ...shared,
  name,
  target: ['web', 'es2022'],
  entry: { analytics: './src/features/analytics/index.ts' },
  resolve: { ...shared.resolve, alias: isDetailed ? {} : { [DETAILS]: NO_DETAILS } },
  module: { rules: [scripts], parser: { javascript: { dynamicImportMode: 'eager' } } },
  output: { path: `${output}/${name}`, clean: true, filename: '[name].js' },
  optimization: { minimizer },
});

/** The bundles for the browser, for the head of each document and for rendering. */
export const createConfigs = (output) => [
  createClient(output),
  createStyles(output),
  createBoot(output),
  createAnalytics(output, 'analytics', false),
  createAnalytics(output, 'analytics-detailed', true),
  createServer(output),
];
