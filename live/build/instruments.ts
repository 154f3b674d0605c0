/** Builds each instrument as a program of one module that includes styles and contracts. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { parse } from 'smol-toml';
import type { LiveSample } from '../src/protocol.ts';

const INSTRUMENTS = ['upgrade', 'attack'] as const;

/** Packages that the iframe provides. */
const IN_FRAME = ['react', 'react/jsx-runtime', '@tuffet/*'];

const toml: Plugin = {
  name: 'toml',
  setup(bundler) {
    bundler.onLoad({ filter: /\.toml$/ }, ({ path }) => ({
      contents: JSON.stringify(parse(readFileSync(path, 'utf8'))),
      loader: 'json',
    }));
  },
};

export function buildInstruments(): Promise<LiveSample[]> {
  const built = INSTRUMENTS.map(async (name): Promise<LiveSample> => {
    // The iframe renders the components of a `.tsx` file.
    const entry = `instruments/${name}/index.tsx`;
    const program = { entry, modules: { [entry]: { code: await bundle(entry), isAsync: false } } };
    const [id, framework] = [`instruments/${name}`, 'react'] as const;
    const unedited = { source: '', others: {}, compiler: '', checker: '' };
    return { id, framework, frame: framework, before: [], program, ...unedited };
  });
  return Promise.all(built);
}

/** Returns the body of a function `(require, exports, module)`. */
async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../${file}`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    external: IN_FRAME,
    loader: { '.css': 'text' },
    plugins: [toml],
    // Otherwise esbuild would read the tsconfig of the workspace.
    tsconfigRaw: {},
  });
  return (outputFiles[0] as { text: string }).text;
}
