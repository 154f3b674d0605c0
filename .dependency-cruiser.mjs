// A folder may only import from the folders in its row of the table in ARCHITECTURE.md. The rules are
// generated from that table.
import { readFileSync } from 'node:fs';

const ROW = /^\| `([\w/-]+)` +\|[^|]+\|([^|]+)\|$/gm;
const map = readFileSync(new URL('ARCHITECTURE.md', import.meta.url), 'utf8');
const rows = [...map.matchAll(ROW)].map(([, folder, imports]) => ({
  folder,
  isFree: imports.trim() === 'anything',
  names: [...imports.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
}));

/** In `packages/`, the rules only apply to `src/`, and also to imports of dependencies. */
const isPackage = (folder) => folder.startsWith('packages/');
const sourcesOf = (folder) => `^${folder}/${isPackage(folder) ? 'src/' : ''}`;
const isFolder = (name) => rows.some(({ folder }) => folder === name) || /^\w+\//.test(name);
const pathOf = (name) =>
  isFolder(name) || name === 'packages' ? `^${name}/` : `/node_modules/${name}/`;

const rowRules = rows
  .filter(({ isFree }) => !isFree)
  .map(({ folder, names }) => ({
    name: `${folder} only imports what its row in ARCHITECTURE.md lists`,
    severity: 'error',
    from: { path: sourcesOf(folder) },
    to: {
      pathNot: [
        `^${folder}/`,
        ...(isPackage(folder) ? [] : ['node_modules/']),
        ...names.map(pathOf),
      ],
      dependencyTypesNot: ['core'],
    },
  }));

export default {
  forbidden: [
    ...rowRules,
    {
      name: 'no import cycles, including types',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A path that starts with a slash is a URL of a test server.
    exclude: {
      path: [
        '^/',
        '/dist/',
        '^build/',
        '^docs/examples/',
        '^scripts/release/rehearsal/projects/',
        '^tests/frameworks/',
        '^tests/library/types',
      ],
    },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
