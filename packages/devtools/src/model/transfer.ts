import type { Entry } from '../inspector/entry.ts';
import { writeText } from './actions.ts';
import { STORAGES, type StorageName } from './runtime.ts';

export interface StoredText {
  readonly storage: StorageName;
  readonly key: string;
  readonly text: string;
}

/** Increase it if the format changes. */
const FORMAT = 1;

/** Returns the content of a file with all stored entries. */
export function exportEntries(entries: readonly Entry[]): string {
  const textsOf = (name: StorageName) =>
    Object.fromEntries(
      entries
        .filter(({ storage, isMissing }) => storage === name && !isMissing)
        .map(({ key, text }) => [key, text]),
    );
  const file = { tuffet: FORMAT, local: textsOf('local'), session: textsOf('session') };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Returns undefined if the text isn't an export. */
export function parseExport(content: string): StoredText[] | undefined {
  let file: Readonly<Record<string, unknown>> | null;
  try {
    file = JSON.parse(content);
  } catch {
    return undefined;
  }
  if (file?.tuffet !== FORMAT) return undefined;
  const texts = STORAGES.flatMap((storage) =>
    Object.entries(file[storage] ?? {}).map(([key, text]) => ({ storage, key, text })),
  );
  return texts.every(({ text }) => typeof text === 'string') ? (texts as StoredText[]) : undefined;
}

/** Writes entries; others stay. Returns the number of those that couldn't be written. */
export function importEntries(texts: readonly StoredText[]): number {
  return texts.filter((entry) => {
    try {
      return !writeText(entry, entry.text);
    } catch {
      return true; // Storage is full.
    }
  }).length;
}
