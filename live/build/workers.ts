/** Builds the workers that compile visitors' edits and check their types. */

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { flatTypescript } from './flat-typescript.ts';
import { collectTypes } from './types.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The names of the files. */
export interface Workers {
  readonly compilers: Readonly<Record<'plain' | 'vue', string>>;
  readonly checkers: Readonly<Record<'typescript', string>>;
}

export async function buildWorkers(output: string): Promise<Workers> {
  await build({
    entryPoints: {
      'compiler-plain': path('../src/compiler/worker-plain.ts'),
      'compiler-vue': path('../src/compiler/worker-vue.ts'),
      checker: path('../src/checker/worker.ts'),
    },
    outdir: output,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    plugins: [flatTypescript],
    define: {
      'process.env.NODE_ENV': '"production"',
      // A string with JSON, which browsers parse faster than objects in a script.
      SAMPLE_TYPES: JSON.stringify(JSON.stringify(collectTypes())),
    },
    logLevel: 'silent',
    tsconfigRaw: {},
  });
  return {
    compilers: { plain: 'compiler-plain.js', vue: 'compiler-vue.js' },
    checkers: { typescript: 'checker.js' },
  };
}
