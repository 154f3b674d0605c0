// Bundles the theme: `node build.mjs <output folder>`. Prints only errors.
import { rspack } from '@rspack/core';
import { createConfigs } from './rspack.config.mjs';

const [output] = process.argv.slice(2);
if (!output) {
  console.error('Name the folder for the bundles: node build.mjs <folder>');
  process.exit(2);
}

rspack(createConfigs(output)).run((error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString({ preset: 'errors-only', colors: false }));
    process.exitCode = 1;
  }
});
