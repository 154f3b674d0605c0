/** The files that the type checker sees: the types of all packages, and the files of a sample. */

import type { CompilerOptions } from 'typescript';

/** The types that `build/types.ts` collects. */
export interface Types {
  /** The text of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Those of `docs/examples/tsconfig.json`. */
  readonly options: CompilerOptions;
}

/** The folder of the sample. */
export const SAMPLES = '/samples/';
/** The folder of TypeScript's own types. */
export const LIBRARY = '/lib/';
export const PACKAGES = '/node_modules/';

export class Files {
  readonly #types: ReadonlyMap<string, string>;
  readonly #folders = new Set<string>();
  #sample = new Map<string, string>();
  #versions = new Map<string, number>();
  /** Changes with every change of a file. */
  version = 0;

  constructor(types: Types['files']) {
    this.#types = new Map(Object.entries(types));
    for (const file of this.#types.keys()) this.#addFolders(file);
  }

  /** Replaces the files of the sample. */
  update(files: Readonly<Record<string, string>>): void {
    const before = this.#sample;
    this.#sample = new Map(Object.entries(files).map(([name, text]) => [SAMPLES + name, text]));
    for (const [file, text] of this.#sample) {
      if (before.get(file) === text) continue;
      this.version += 1;
      this.#versions.set(file, this.version);
      this.#addFolders(file);
    }
  }

  read(file: string): string | undefined {
    return this.#sample.get(file) ?? this.#types.get(file);
  }

  versionOf(file: string): string {
    return String(this.#versions.get(file) ?? 0);
  }

  hasFolder(folder: string): boolean {
    return this.#folders.has(folder.replace(/\/$/, ''));
  }

  #addFolders(file: string): void {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      this.#folders.add(file.slice(0, end));
    }
  }
}
