import { type Cell, differences, type Entry } from './entry.js';

/** How long another tab may need to see a write of ours. */
const REMEMBER_MS = 1000;

interface Write {
  /** What this tab wrote last; undefined: it removed the property. */
  readonly cell: Cell | undefined;
  /** What the property held before, as long as it is remembered. */
  readonly earlier: Set<string | undefined>;
  readonly at: number;
}

/**
 * Remembers this tab's latest writes, to see when another tab undid one unknowingly.
 *
 * Tabs see each other's writes late, and an entry is written whole: a tab that has not seen our
 * write puts the earlier value back beside the property it meant to change.
 */
export function trackWrites() {
  const writes = new Map<string, Write>();
  const recall = (name: string) => {
    const write = writes.get(name);
    return write && Date.now() - write.at < REMEMBER_MS ? write : undefined;
  };
  return {
    note(name: string, before: Cell | undefined, cell: Cell | undefined): void {
      const earlier = (recall(name)?.earlier ?? new Set()).add(before?.text);
      earlier.delete(cell?.text);
      writes.set(name, { cell, earlier, at: Date.now() });
    },
    /** Our own value of each property that a step of another tab undid and that still is undone. */
    undone(before: Entry, after: Entry, now: Entry): [string, unknown][] {
      const changed = differences(before, after);
      // One set changes one property: a second one went back by accident.
      const suspects = changed.length > 1 ? changed : [];
      return suspects.flatMap((name) => {
        const write = recall(name);
        const text = after.get(name)?.text;
        const isUndone = write?.earlier.has(text) && now.get(name)?.text === text;
        return isUndone ? [[name, write?.cell?.value]] : [];
      });
    },
  };
}
