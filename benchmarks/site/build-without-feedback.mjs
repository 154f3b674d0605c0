// Bundles the client of the theme without "Was this page helpful?", to compare sizes:
// `node build-without-feedback.mjs <output folder>`.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createConfigs } from '../../theme/rspack.config.mjs';

const [output] = process.argv.slice(2);
if (!output) {
  console.error('Name the folder for the bundle: node build-without-feedback.mjs <folder>');
  process.exit(2);
}

// The theme's copy of the bundler: another copy could have another version.
const { rspack } = createRequire(new URL('../../theme/package.json', import.meta.url))(
  '@rspack/core',
);

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const client = createConfigs(output).find(({ name }) => name === 'client');
const alias = { [path('../../theme/src/features/feedback/feedback.ts')]: path('no-feedback.ts') };

rspack({ ...client, resolve: { ...client.resolve, alias } }).run((error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString({ preset: 'errors-only', colors: false }));
    process.exitCode = 1;
  }
});
