// Bundles bare.tsx as the theme is bundled: `node build-bare.mjs <output folder>`.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createConfigs } from '../../theme/rspack.config.mjs';

const [output] = process.argv.slice(2);
if (!output) {
  console.error('Name the folder for the bundle: node build-bare.mjs <folder>');
  process.exit(2);
}

// The bundler belongs to the theme; another copy could be another version.
const { rspack } = createRequire(new URL('../../theme/package.json', import.meta.url))(
  '@rspack/core',
);

const client = createConfigs(output).find(({ name }) => name === 'client');
const config = {
  ...client,
  context: fileURLToPath(new URL('.', import.meta.url)),
  entry: { bare: './bare.tsx' },
  output: { ...client.output, path: output, clean: false, filename: '[name].js' },
  // One script, without the part that fetches others: it has none.
  optimization: { ...client.optimization, runtimeChunk: false },
};

rspack(config).run((error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString({ preset: 'errors-only', colors: false }));
    process.exitCode = 1;
  }
});
