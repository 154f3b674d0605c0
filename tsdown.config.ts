import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'tsdown';

/** The entry points of a package, by what its `exports` promise. */
function entriesOf(name: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
  const paths = Object.keys(exports).filter((path) => path !== './package.json');
  const files = paths.map((path) => (path === '.' ? 'index' : path.slice(2)));
  return Object.fromEntries(files.map((file) => [file, `src/${file}.ts`]));
}

const packages = readdirSync('packages', { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

export default defineConfig(
  packages.map(
    ({ name }): UserConfig => ({
      cwd: `packages/${name}`,
      entry: entriesOf(name),
      format: ['esm', 'cjs'],
      target: 'es2020',
      platform: 'neutral',
      dts: true,
      fixedExtension: true,
      tsconfig: '../../tsconfig.packages.json',
      logLevel: 'warn',
    }),
  ),
);
