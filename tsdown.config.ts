import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'tsdown';

/** Returns the entry points of a package: the modules in its `exports`. */
function entriesOf(name: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
  const files = [...JSON.stringify(exports).matchAll(/"\.\/dist\/([\w-]+)\.mjs"/g)].map(
    ([, file]) => file as string,
  );
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
