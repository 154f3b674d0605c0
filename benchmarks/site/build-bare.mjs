// Bundles bare.tsx with the theme's configuration: `node build-bare.mjs <output folder>`.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createConfigs } from '../../theme/rspack.config.mjs';

const [output] = process.argv.slice(2);
if (!output) {
  console.error('Name the folder for the bundle: node build-bare.mjs <folder>');
  process.exit(2);
}

// The theme's copy of the bundler: another copy could have another version.
const { rspack } = createRequire(new URL('../../theme/package.json', import.meta.url))(
  '@rspack/core',
);

const client = createConfigs(output).find(({ name }) => name === 'client');
const config = {
  ...client,
  context: fileURLToPath(new URL('.', import.meta.url)),
  entry: { bare: './bare.tsx' },
  output: { ...client.output, path: output, clean: false, filename: '[name].js' },
  // There are no other scripts to load, so the bundle needs no runtime chunk.
  optimization: { ...client.optimization, runtimeChunk: false },
};

rspack(config).run((error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString({ preset: 'errors-only', colors: false }));
    process.exitCode = 1;
  }
});
