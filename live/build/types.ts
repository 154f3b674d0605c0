/** Collects the types that samples are checked with: the same files as at build time. */

import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { LIBRARY, PACKAGES, type Types } from '../src/checker/files.ts';

const EXAMPLES = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const VUE_HELPERS = join(
  dirname(createRequire(import.meta.url).resolve('@vue/language-core')),
  'types',
);

/** The modules that samples can import. */
const MODULES = [
  '@tuffet/core',
  '@tuffet/core/adapter',
  '@tuffet/core/backups',
  '@tuffet/core/testing',
  '@tuffet/hooks',
  '@tuffet/hooks/adapter',
  '@tuffet/hooks/adopt',
  '@tuffet/hooks/backups',
  '@tuffet/hooks/consent',
  '@tuffet/hooks/expiry',
  '@tuffet/hooks/family',
  '@tuffet/hooks/head',
  '@tuffet/hooks/merge',
  '@tuffet/hooks/schema',
  '@tuffet/hooks/serializer',
  '@tuffet/hooks/testing',
  '@tuffet/shared',
  '@tuffet/react-hooks',
  '@tuffet/react-hooks/hydrated',
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@tuffet/vue-hooks',
  '@tuffet/vue-hooks/hydrated',
  'vue',
];

/** A seventh of all characters. Only the types of Vue's compiler refer to it. */
const LEFT_OUT = '/node_modules/@babel/';

export function collectTypes(): Types {
  const options = loadOptions();
  const program = createProgram(options);
  const files = new Map<string, string>();
  for (const source of program.getSourceFiles()) {
    if (program.isSourceFileDefaultLibrary(source)) {
      files.set(LIBRARY + basename(source.fileName), withoutComments(source));
    } else if (source.fileName !== ENTRY && !source.fileName.includes(LEFT_OUT)) {
      addFile(files, source.fileName, withoutComments(source));
    }
  }
  for (const name of readdirSync(VUE_HELPERS)) {
    const file = join(VUE_HELPERS, name);
    addFile(files, file, readFileSync(file, 'utf8'));
  }
  return { files: Object.fromEntries([...files].toSorted()), options };
}

function loadOptions(): ts.CompilerOptions {
  const file = join(EXAMPLES, 'tsconfig.json');
  const host = { ...ts.sys, readDirectory: () => [], onUnRecoverableConfigFileDiagnostic() {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, host);
  if (!parsed) throw new Error(`${file} can't be read.`);
  const { configFilePath: _, ...options } = parsed.options;
  return options;
}

const ENTRY = join(EXAMPLES, 'all-modules.ts');

function createProgram(options: ts.CompilerOptions): ts.Program {
  const text = MODULES.map((name) => `import '${name}';`).join('\n');
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language, ...rest) =>
    file === ENTRY
      ? ts.createSourceFile(file, text, language)
      : getSourceFile(file, language, ...rest);
  return ts.createProgram([ENTRY], options, host);
}

/** Larger files mostly consist of comments about properties of CSS and of the DOM. */
const MAX_LENGTH = 500_000;

function withoutComments(source: ts.SourceFile): string {
  if (source.text.length < MAX_LENGTH) return source.text;
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

/** Adds a file of a package, and the manifest of the package. */
function addFile(files: Map<string, string>, path: string, text: string): void {
  const file = realpathSync(path);
  const { folder, manifest } = findPackage(dirname(file));
  const target = `${PACKAGES}${manifest.name}/`;
  for (const [name, content] of [
    [`${target}package.json`, JSON.stringify(manifest)],
    [target + relative(folder, file), text],
  ] as const) {
    if ((files.get(name) ?? content) !== content) throw new Error(`${name} has two versions.`);
    files.set(name, content);
  }
}

/** The fields of a package's manifest that the compiler reads. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly main: string | undefined;
  readonly types: string | undefined;
  readonly exports: unknown;
}

function findPackage(folder: string): { readonly folder: string; readonly manifest: Manifest } {
  const file = join(folder, 'package.json');
  const found: Partial<Manifest> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { name, version = '', main, types, exports } = found;
  if (name === undefined) return findPackage(dirname(folder));
  return { folder, manifest: { name, version, main, types, exports } };
}
