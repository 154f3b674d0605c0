/** The instruments as programs of a frame: one module each, styles and contracts inside. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { parse } from 'smol-toml';
import type { Program } from '../src/protocol.ts';

export const INSTRUMENTS = ['upgrade', 'attack'] as const;

/** What the frame has for whoever asks by `require`. */
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

export interface Instrument {
  readonly framework: 'react';
  readonly program: Program;
}

/** Every instrument, by the name that pages call it. */
export async function buildInstruments(): Promise<Record<string, Instrument>> {
  const built = INSTRUMENTS.map(async (name) => {
    // Frames show the components of a `.tsx`.
    const entry = `instruments/${name}/index.tsx`;
    const program = { entry, modules: { [entry]: { code: await bundle(entry), isAsync: false } } };
    return [`instruments/${name}`, { framework: 'react', program }] as const;
  });
  return Object.fromEntries(await Promise.all(built));
}

/** The body of a function `(require, exports, module)`. */
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
    // Without it, esbuild would look for settings of the workspace.
    tsconfigRaw: {},
  });
  return (outputFiles[0] as { text: string }).text;
}
