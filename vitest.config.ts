import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { inChromium } from './harness/browsers/chromium.ts';
import { inEngine } from './harness/browsers/engines.ts';
import { buildFrame, compileProgram } from './live/build/frame-command.ts';
import {
  compileReact,
  REACT_COMPILERS,
  type ReactCompiler,
} from './scripts/quality/vitest/react-compiler.ts';
import { loadRequirementTags } from './scripts/quality/vitest/requirement-tags.ts';
import { svelteComponents } from './scripts/quality/vitest/svelte.ts';
import { renderOnServer } from './tests/library/contract/server-command.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Unit tests import the sources. Those in tests/ import the built packages. */
const sources = [
  { find: /^@tuffet\/([\w-]+)$/, replacement: path('./packages/$1/src/index.ts') },
  { find: /^@tuffet\/([\w-]+)\/([\w-]+)$/, replacement: path('./packages/$1/src/$2.ts') },
];

/** The engine for the tests of the library: chromium, firefox or webkit. */
const ENGINE = process.env.ENGINE ?? 'chromium';

/** Creates jsdom once per worker instead of once per file, which would take most of the time. */
const inSharedJsdom = { environment: 'jsdom', pool: 'vmThreads' } as const;

/** These replace `document` or `location`, or use streams, which the contexts of `vmThreads` don't support. */
const NEED_OWN_JSDOM = [
  'packages/core/tests/server.jsdom.test.ts',
  'theme/src/router/recover-path.test.ts',
  'theme/src/features/not-found/index.test.ts',
  'theme/src/features/live/{links,link-code,editor/tools}.test.ts',
];

/** The modules that compiled components import. */
const SVELTE_RUNTIME = ['svelte/internal/client', 'svelte/internal/disclose-version'];

const NEWEST_REACT = 'react-19';

/** Compiles only the components of the React tests. */
const reactCompiler = (compiler: ReactCompiler) => ({
  name: 'react-compiler',
  enforce: 'pre' as const,
  async transform(code: string, id: string) {
    const isCompiled = /\/react-hooks\/tests\/(components\.ts|compiler-forms\.tsx)$/.test(id);
    return isCompiled ? { code: await compileReact(compiler, code, id), map: null } : undefined;
  },
});

/** Returns the tests of an adapter that a project runs. */
function filesOf(folder: string, framework: string, compiler?: ReactCompiler): string[] {
  const tests = `packages/${framework}-hooks/tests`;
  const compiled = `${tests}/compiler.browser.test.tsx`;
  if (compiler) return [compiled, `${tests}/contract.browser.test.ts`];
  const all = `${tests}/**/*.browser.test.ts`;
  return folder === NEWEST_REACT ? [compiled, all] : [all];
}

const DEFINES = {
  'process.env.NODE_ENV': '"test"',
  // Without these, Vue warns about undefined feature flags.
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
};

/**
 * One project per supported framework version, each with its own copy of the framework; for the
 * newest React, one more per implementation of React Compiler.
 */
function frameworkProject(
  folder: string,
  compiler?: ReactCompiler,
): TestProjectInlineConfiguration {
  const name = compiler ? `${folder}-${compiler}` : folder;
  const [framework, major] = folder.split('-') as ['react' | 'vue', string];
  const root = path(`./tests/library/frameworks/${folder}/node_modules`);
  const names = framework === 'vue' ? ['vue'] : ['react', 'react-dom'];
  // `react-dom/client` was added in React 18.
  const isLegacy = framework === 'react' && Number(major) < 18;
  const legacy = { find: /^react-dom\/client$/, replacement: `${root}/react-dom` };
  const subpaths = framework === 'react' && !isLegacy ? ['react-dom/client'] : [];
  const runtimes =
    folder === NEWEST_REACT
      ? ['react/jsx-runtime', 'react/jsx-dev-runtime', 'react/compiler-runtime']
      : [];
  return {
    cacheDir: path(`./node_modules/.vite/${name}`),
    plugins: compiler ? [reactCompiler(compiler)] : [],
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: {
      alias: [
        ...sources,
        ...(isLegacy ? [legacy] : []),
        ...names.map((name) => ({
          find: new RegExp(`^${name}(/.*)?$`),
          replacement: `${root}/${name}$1`,
        })),
      ],
      dedupe: names,
    },
    optimizeDeps: { include: ['fast-check', ...names, ...subpaths, ...runtimes] },
    define: {
      __FRAMEWORK__: JSON.stringify(folder),
      __REACT_COMPILER__: JSON.stringify(compiler ?? ''),
      ...DEFINES,
    },
    test: {
      name,
      tags: loadRequirementTags(name),
      include: filesOf(folder, framework, compiler),
      browser: {
        ...inEngine(ENGINE),
        commands: { renderOnServer },
      },
    },
  };
}

/** Only ends tests that hang, so it is long enough for slow machines. */
const TIMEOUT_MS = 60_000;

const setupFiles = process.env.FAST ? [path('./scripts/quality/vitest/limited-properties.ts')] : [];

const withLimits = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: {
    ...project.test,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: TIMEOUT_MS } },
    setupFiles,
  },
});

/** Runs the same schedules with FAST=1, and bundles the sources itself. */
const law: TestProjectInlineConfiguration = {
  test: {
    name: 'law',
    tags: loadRequirementTags('law'),
    environment: 'node',
    include: ['tests/library/law/*.test.ts'],
    testTimeout: 4 * TIMEOUT_MS,
  },
};

const projects: TestProjectInlineConfiguration[] = [
  {
    resolve: { alias: sources },
    test: {
      name: 'fast',
      tags: loadRequirementTags('fast'),
      ...inSharedJsdom,
      include: ['packages/{shared,core,hooks,analytics,devtools}/tests/**/*.test.ts'],
      exclude: ['**/*.{browser,server}.test.ts', ...NEED_OWN_JSDOM],
    },
  },
  {
    resolve: { alias: sources },
    oxc: { jsx: { runtime: 'automatic' } },
    test: {
      name: 'own-jsdom',
      tags: loadRequirementTags('own-jsdom'),
      environment: 'jsdom',
      include: NEED_OWN_JSDOM,
    },
  },
  {
    resolve: { alias: sources },
    test: {
      name: 'server',
      tags: loadRequirementTags('server'),
      environment: 'node',
      include: ['packages/*/tests/**/*.server.test.ts'],
    },
  },
  {
    resolve: { alias: sources },
    oxc: { jsx: { runtime: 'automatic' } },
    test: {
      name: 'theme',
      tags: loadRequirementTags('theme'),
      ...inSharedJsdom,
      include: ['{theme/src,design}/**/*.test.{ts,tsx}'],
      exclude: NEED_OWN_JSDOM,
    },
  },
  {
    resolve: { alias: sources },
    test: {
      name: 'dashboard',
      tags: loadRequirementTags('dashboard'),
      environment: 'node',
      include: ['collector/dashboard/src/**/*.test.ts'],
    },
  },
  {
    resolve: { alias: sources },
    test: {
      name: 'live',
      tags: loadRequirementTags('live'),
      ...inSharedJsdom,
      include: ['live/**/*.test.{ts,tsx}'],
      exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
    },
  },
  {
    cacheDir: path('./node_modules/.vite/live'),
    resolve: { alias: sources },
    optimizeDeps: { include: ['fast-check', 'smol-toml'] },
    define: { 'process.env.NODE_ENV': '"test"' },
    test: {
      name: 'live-chromium',
      tags: loadRequirementTags('live-chromium'),
      include: ['live/src/**/*.browser.test.ts'],
      browser: { ...inChromium(), commands: { buildFrame, compileProgram } },
    },
  },
  {
    cacheDir: path('./node_modules/.vite/chromium'),
    plugins: [svelteComponents],
    resolve: { alias: sources },
    optimizeDeps: {
      include: [
        'fast-check',
        'smol-toml',
        'svelte',
        ...SVELTE_RUNTIME,
        'vue',
        '@vue/devtools-api',
        '@vue/devtools-kit',
      ],
    },
    define: DEFINES,
    test: {
      name: 'chromium',
      tags: loadRequirementTags('chromium'),
      include: [
        'packages/{shared,core,hooks,analytics}/tests/**/*.test.ts',
        'packages/devtools/tests/**/*.browser.test.ts',
      ],
      // Some jsdom tests change NODE_ENV at run time, but a browser bundle contains its value.
      exclude: ['**/*.{server,jsdom}.test.ts'],
      browser: inEngine(ENGINE),
    },
  },
  ...readdirSync(path('./tests/library/frameworks')).map((folder) => frameworkProject(folder)),
  ...REACT_COMPILERS.map((compiler) => frameworkProject(NEWEST_REACT, compiler)),
];

export default defineConfig({ test: { projects: [...projects.map(withLimits), law] } });
