import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies changed files and deletes removed ones, while others may read or watch the folder. If anything
 * changed, the file `last` is written after all others, so that watchers can wait for it.
 */
export function publish(from: string, to: string, last: string): void {
  const names = listFiles(from);
  const changed = names.filter((name) => !isSame(join(from, name), join(to, name)));
  const stale = listFiles(to).filter((name) => !names.includes(name));
  for (const name of stale) rmSync(join(to, name));
  for (const name of changed) if (name !== last) copy(join(from, name), join(to, name));
  if (changed.length + stale.length > 0) copy(join(from, last), join(to, last));
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

const isSame = (one: string, other: string): boolean =>
  existsSync(other) && readFileSync(one).equals(readFileSync(other));

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from));
}
