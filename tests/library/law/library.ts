import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { PageGlobals } from './page.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A build of the library. Called with the globals of a page, it returns the exports as a new page would import them. */
export type Library = (globals: PageGlobals) => Exports;

/** What the model uses. The types are loose because an earlier release has the same interface. */
export interface Exports {
  createLocalStorage(options: object): Module;
  useStorage(module: Module): Record<string, Item>;
  useStorageHelper(module: Module): { initialize(): boolean; patch(values: object): boolean };
  createConsent(): { allow(): void; deny(): void };
  expireAfter(ages: number | object): unknown;
  fromKeys(keys: object): Adopter;
  fromZustand(key: string): Adopter;
  /** Missing in releases that can't list backups. */
  backupsOf?(module: Module): Backups;
  erase?(...modules: Module[]): void;
}

/** See `packages/hooks/src/adoption.ts`. */
export type Adopter = (
  old: { read(key: string): string | null; take(key: string): string | null },
  initial: object,
) => unknown;

/** The values of some properties, by name. */
export type Values = Readonly<Record<string, unknown>>;

export interface Module {
  readonly storageModule: {
    setItem(name: string, value: unknown): boolean;
    removeItem(name: string): boolean;
    clear(): boolean;
  };
  readonly helper: {
    setModule(root: object): boolean;
    clearModule(): boolean;
    getStorageKey(): string;
    isPersistent(): boolean;
    cancelProtect(): void;
  };
  get(): Record<string, unknown>;
  set(values: object): boolean;
  subscribe(listener: (values: object) => void): () => void;
}

interface Item {
  set(value: unknown): boolean;
  reset(): boolean;
}

export interface Backups {
  list(): readonly { readonly key: string; readonly text: string; readonly reason: string }[];
  restore(key: string): boolean;
  remove(key: string): boolean;
}

const GLOBALS: readonly (keyof PageGlobals)[] = [
  'globalThis',
  'window',
  'document',
  'Storage',
  'localStorage',
  'performance',
  'Date',
  'addEventListener',
  'removeEventListener',
  'queueMicrotask',
  'setTimeout',
  'clearTimeout',
  'console',
];

/** Compiled once; a call evaluates all modules of the library again, as in a new page. */
export function load(code: string): Library {
  const run = new Function(...GLOBALS, `${code}\nreturn tuffet;`);
  return (globals) => run(...GLOBALS.map((name) => globals[name]));
}

export type Build = 'development' | 'production';

const ENTRY_POINTS = ['', '/adopt', '/backups', '/consent', '/expiry'];

/** Bundles the entry points of the hooks package into one script. The sources are in `packages`. */
export function bundle(build: Build, packages: string = path('../../../packages')): string {
  const isStored = (entry: string) => existsSync(`${packages}/hooks/src${entry || '/index'}.ts`);
  const imports = ENTRY_POINTS.filter(isStored).map(
    (entry) => `export * from "@tuffet/hooks${entry}";`,
  );
  const { outputFiles } = buildSync({
    stdin: { contents: imports.join('\n'), resolveDir: packages },
    alias: {
      '@tuffet/shared': `${packages}/shared/src`,
      '@tuffet/core': `${packages}/core/src`,
      '@tuffet/hooks': `${packages}/hooks/src`,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tuffet',
    target: 'es2022',
    minify: build === 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify(build) },
    logLevel: 'error',
  });
  return (outputFiles[0] as { text: string }).text;
}

/** The builds that a page can run. */
export type Libraries = Readonly<Record<Build | 'released', Library>>;

/** The production build of an earlier release, which users may still have open. */
export function loadReleased(): Library {
  return load(readFileSync(path('./releases/0.1.0.js'), 'utf8'));
}

export function loadCurrent(packages?: string): Libraries {
  return {
    development: load(bundle('development', packages)),
    production: load(bundle('production', packages)),
    released: loadReleased(),
  };
}
