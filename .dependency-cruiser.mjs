// A folder imports only what its row of the table in ARCHITECTURE.md names. The rules are made from
// that table, so the two can't differ.
import { readFileSync } from 'node:fs';

const ROW = /^\| `([\w/-]+)` +\|[^|]+\|([^|]+)\|$/gm;
const map = readFileSync(new URL('ARCHITECTURE.md', import.meta.url), 'utf8');
const rows = [...map.matchAll(ROW)].map(([, folder, imports]) => ({
  folder,
  isFree: imports.trim() === 'anything',
  names: [...imports.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
}));

/** Within `packages/`, tests may import more than the sources, and dependencies count too. */
const isPackage = (folder) => folder.startsWith('packages/');
const sourcesOf = (folder) => `^${folder}/${isPackage(folder) ? 'src/' : ''}`;
const isFolder = (name) => rows.some(({ folder }) => folder === name) || /^\w+\//.test(name);
const pathOf = (name) =>
  isFolder(name) || name === 'packages' ? `^${name}/` : `/node_modules/${name}/`;

const rowRules = rows
  .filter(({ isFree }) => !isFree)
  .map(({ folder, names }) => ({
    name: `${folder} imports only what its row in ARCHITECTURE.md names`,
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
