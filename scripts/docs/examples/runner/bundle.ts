/**
 * Bundles samples with one version of each framework: `node bundle.ts < job.json`. Prints the names
 * of the samples that import a framework.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { compileReact, type ReactCompiler } from '../../../quality/vitest/react-compiler.ts';
import { compileVue } from './vue-files.ts';

interface Job {
  /** The folder of the samples. */
  folder: string;
  /** The output folder. */
  output: string;
  /** Paths of samples, relative to their folder. */
  names: string[];
  /** The samples that run in Node. */
  servers: string[];
  /** The folders of the framework versions. */
  react: string;
  vue: string;
  /** The React Compiler implementation that compiles the React samples, if any. */
  compiler?: ReactCompiler | null;
}

const local = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const mounts: Record<string, string> = {
  '.tsx': local('./mount-react.ts'),
  '.vue': local('./mount-vue.ts'),
};

/** Shims for modules that React 16.8 doesn't have. */
const missingFromReact: Record<string, string> = {
  'react/jsx-runtime': local('./react-16/jsx-runtime.ts'),
  'react/jsx-dev-runtime': local('./react-16/jsx-runtime.ts'),
  'react-dom/client': local('./react-16/client.ts'),
};

/** Resolves all imports of the frameworks to the given versions. */
function frameworks({ react, vue }: Job): Plugin {
  const shims = react.endsWith('react-16-8') ? missingFromReact : {};
  // Before Vue 3.2.13 this was a separate package.
  const renamed: Record<string, string> = vue.endsWith('vue-3-1')
    ? { 'vue/server-renderer': '@vue/server-renderer' }
    : {};
  return {
    name: 'frameworks',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^(react|react-dom)(\/|$)/ }, ({ path, kind, pluginData }) => {
        if (pluginData === 'resolved') return undefined;
        if (shims[path]) return { path: shims[path] };
        return resolve(path, { kind, resolveDir: react, pluginData: 'resolved' });
      });
      onResolve({ filter: /^vue(\/|$)/ }, ({ path, kind, pluginData }) => {
        if (pluginData === 'resolved') return undefined;
        const name = renamed[path] ?? path;
        return resolve(name, { kind, resolveDir: vue, pluginData: 'resolved' });
      });
    },
  };
}

/**
 * Loads the files of the samples. If a comment after a statement claims a value, the value is checked:
 * `helper.size(); // 2` becomes `claim(2, helper.size());`.
 */
function sampleFiles({ folder, compiler }: Job): Plugin {
  const literal = /'[^'\n]*'|-?[\d.]+|true|false|null|undefined/.source;
  const claim = new RegExp(`^([a-zA-Z][\\w.]*\\(.*\\)); // (${literal})$`, 'gm');
  return {
    name: 'sample-files',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        if (!path.startsWith(`${folder}/`) || path.includes('/node_modules/')) return undefined;
        const code = (await readFile(path, 'utf8')).replace(claim, 'claim($2, $1);');
        if (!path.endsWith('x')) return { contents: code, loader: 'ts' };
        const contents = compiler ? await compileReact(compiler, code, path) : code;
        return { contents, loader: 'tsx' };
      });
    },
  };
}

function vueFiles({ vue }: Job): Plugin {
  return {
    name: 'vue-files',
    setup({ onLoad }) {
      onLoad({ filter: /\.vue$/ }, async ({ path }) => {
        const contents = compileVue(await readFile(path, 'utf8'), path, vue);
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** The script of a page. It runs the sample and mounts the components that it exports. */
function pages({ folder }: Job): Plugin {
  return {
    name: 'pages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^page:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'page' }));
      onLoad({ filter: /.*/, namespace: 'page' }, ({ path }) => {
        const sample = JSON.stringify(`./${path}`);
        const mount = mounts[path.slice(path.lastIndexOf('.'))];
        const contents = mount
          ? `import * as sample from ${sample};
             import { mount } from ${JSON.stringify(mount)};
             mount(sample);`
          : `import ${sample};`;
        return { contents, resolveDir: folder };
      });
    },
  };
}

function options(job: Job): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: job.folder,
    bundle: true,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'silent',
    // Otherwise esbuild would use the `paths` of tsconfig.json.
    tsconfigRaw: '{}',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [pages(job), sampleFiles(job), vueFiles(job), frameworks(job)],
  };
}

/** The entry points that import a framework, directly or indirectly. */
function findFrameworks({ inputs }: Metafile, entries: string[]): string[] {
  const imports = (name: string, seen: Set<string>): boolean => {
    if (seen.has(name)) return false;
    seen.add(name);
    if (/node_modules\/(\.pnpm\/)?(react|vue|@vue)/.test(name)) return true;
    return inputs[name]?.imports.some(({ path }) => imports(path, seen)) ?? false;
  };
  return entries.filter((entry) => imports(entry, new Set()));
}

async function bundle(job: Job) {
  const pages = job.names.filter((name) => !job.servers.includes(name));
  const inPages = await build({
    ...options(job),
    entryPoints: pages.map((name) => ({ in: `page:${name}`, out: name })),
    outdir: job.output,
    splitting: true,
    chunkNames: 'chunks/[hash]',
  });
  const inNode = await build({
    ...options(job),
    entryPoints: job.servers.map((name) => ({ in: `${job.folder}/${name}`, out: name })),
    outdir: `${job.output}/servers`,
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire('/');",
    },
  });
  const entries = pages.map((name) => `page:${name}`);
  return [
    ...findFrameworks(inPages.metafile, entries).map((entry) => entry.slice(5)),
    ...findFrameworks(inNode.metafile, job.servers),
  ];
}

async function readInput(): Promise<Job> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

try {
  console.log(JSON.stringify(await bundle(await readInput())));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
