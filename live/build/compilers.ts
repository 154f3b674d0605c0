/** Builds the workers that compile visitors' edits. */

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Returns the names of the files. */
export async function buildCompilers(output: string): Promise<Record<'plain' | 'vue', string>> {
  await build({
    entryPoints: {
      'compiler-plain': path('../src/compiler/worker-plain.ts'),
      'compiler-vue': path('../src/compiler/worker-vue.ts'),
    },
    outdir: output,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    tsconfigRaw: {},
  });
  return { plain: 'compiler-plain.js', vue: 'compiler-vue.js' };
}
