/**
 * Bundles the theme with its worker, highlighter and hovers, so that it needs no other packages:
 * `node pack.mjs <output folder>`. Only TypeScript isn't included: hovers use that of the project.
 */

import { cpSync, existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { createConfigs } from './rspack.config.mjs';

const [output] = process.argv.slice(2);
if (!output) {
  console.error('Name the folder for the theme: node pack.mjs <folder>');
  process.exit(2);
}

/** The Node process. The highlighter, each grammar and hovers are chunks, loaded when needed. */
const worker = {
  context: import.meta.dirname,
  name: 'worker',
  mode: 'production',
  devtool: false,
  target: 'node24',
  entry: { worker: './worker.mjs' },
  output: {
    path: `${output}/worker`,
    clean: true,
    uniqueName: 'docsite',
    filename: '[name].mjs',
    chunkFilename: '[id].mjs',
    module: true,
    chunkFormat: 'module',
    library: { type: 'module' },
  },
  // Vue's language plugin reads its declarations from `../types`.
  node: { __dirname: 'node-module' },
  performance: false,
};

rspack([...createConfigs(output), worker]).run((error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString({ preset: 'errors-only', colors: false }));
    process.exitCode = 1;
    return;
  }
  const files = stats.stats.flatMap(({ compilation }) => [...compilation.fileDependencies]);
  writeFileSync(`${output}/LICENSES.txt`, renderLicenses(files));
  const vue = dirname(fileURLToPath(import.meta.resolve('@vue/language-core/package.json')));
  cpSync(join(vue, 'types'), `${output}/types`, { recursive: true });
});

/** The licenses of the packages that files belong to. They must be distributed with the code. */
function renderLicenses(files) {
  const bundled = files.filter((file) => /[\\/]node_modules[\\/].*\.[cm]?js$/.test(file));
  const folders = new Set(bundled.map((file) => findPackage(realpathSync(file))));
  const licenses = [...folders].map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const [name] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder }).sort();
    const text = name ? readFileSync(join(folder, name), 'utf8').trim() : '';
    return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}\n`;
  });
  return licenses.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

/** Folders inside a package may have a manifest too, which only sets the type of its modules. */
function findPackage(file) {
  const folder = dirname(file);
  const manifest = join(folder, 'package.json');
  const isPackage =
    existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version !== undefined;
  return isPackage ? folder : findPackage(folder);
}
