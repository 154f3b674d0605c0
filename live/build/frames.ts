/** Builds the documents of the iframes: HTML files without external resources. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { Framework } from '../src/protocol.ts';

const FRAMEWORKS: readonly Framework[] = ['plain', 'react', 'vue'];

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export interface FrameOptions {
  /** Bundles the packages' sources instead of their builds. */
  readonly isFromSources?: boolean;
}

const SOURCES = Object.fromEntries(
  ['shared', 'core', 'hooks', 'react-hooks', 'vue-hooks'].map((name) => [
    `@tuffet/${name}`,
    path(`../../packages/${name}/src`),
  ]),
);

/** Samples print the hints of errors: our own packages are in development mode, frameworks aren't. */
const packagesInDevelopment: Plugin = {
  name: 'packages-in-development',
  setup({ onLoad }) {
    const filter = /[\\/]packages[\\/][\w-]+[\\/](dist|src)[\\/].*\.(mjs|ts)$/;
    onLoad({ filter }, async (file) => ({
      contents: (await readFile(file.path, 'utf8')).replaceAll(
        'process.env.NODE_ENV',
        '"development"',
      ),
      loader: file.path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};

function optionsOf({ isFromSources = false }: FrameOptions): BuildOptions {
  return {
    absWorkingDir: path('..'),
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    format: 'iife',
    target: 'es2022',
    // Otherwise it would use the `paths` of the type checker.
    tsconfigRaw: '{}',
    legalComments: 'none',
    // Otherwise a sample could reach its callers by `function.caller`.
    banner: { js: '"use strict";' },
    define: {
      'process.env.NODE_ENV': '"production"',
      // A sample is the script of a page that loads, not an edit that hot reload applies.
      'document.readyState': '"interactive"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [packagesInDevelopment],
    ...(isFromSources ? { alias: SOURCES } : {}),
  };
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({ ...options, entryPoints: [entry] });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Escapes strings that would end an inline script. */
async function bundleScript(entry: string, options: BuildOptions): Promise<string> {
  const script = await bundle(entry, options);
  return script.replaceAll('<!--', '\\x3c!--').replaceAll('</script', '\\x3c/script');
}

/** Allows the two inline scripts and `eval`, and nothing from the network. */
function renderPolicy(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));
  return [
    "default-src 'none'",
    `script-src ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')} 'unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The outer document contains the runtime of the inner one, but doesn't run it. */
function renderFrame(outer: string, runtime: string, styles: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${renderPolicy([outer, runtime])}">
<title>Tuffet</title>
<style>${styles}</style>
<script type="text/plain">${runtime}</script>
</head>
<body class="outer">
<script>${outer}</script>
</body>
</html>
`;
}

/** Returns the names of the files. */
export async function buildFrames(
  output: string,
  options: FrameOptions = {},
): Promise<Record<Framework, string>> {
  await mkdir(output, { recursive: true });
  const shared = optionsOf(options);
  const styles = await bundle('src/frame/style.css', shared);
  const outer = await bundleScript('src/frame/outer.ts', shared);
  const write = async (framework: Framework) => {
    const runtime = await bundleScript(`src/frame/${framework}.ts`, shared);
    const name = `frame-${framework}.html`;
    await writeFile(`${output}/${name}`, renderFrame(outer, runtime, styles));
    return [framework, name] as const;
  };
  return Object.fromEntries(await Promise.all(FRAMEWORKS.map(write))) as Record<Framework, string>;
}
