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
  /** In the order they were made. */
  const writes = new Map<string, Write>();
  return {
    note(name: string, before: Cell | undefined, cell: Cell | undefined): void {
      const at = Date.now();
      const last = writes.get(name);
      const isFresh = last && at - last.at < REMEMBER_MS;
      const earlier = (isFresh ? last.earlier : new Set<string | undefined>()).add(before?.text);
      earlier.delete(cell?.text);
      writes.delete(name);
      writes.set(name, { cell, earlier, at });
    },
    /** Whether anything is remembered; what is too old is forgotten. */
    isActive(): boolean {
      const now = Date.now();
      for (const [name, { at }] of writes) if (now - at >= REMEMBER_MS) writes.delete(name);
      return !!writes.size;
    },
    /**
     * Our own value of each property that a step of another tab undid. What it changed on purpose
     * is forgotten: one property for a set, everything for an entry put in the place of another.
     */
    undone(before: Entry | undefined, after: Entry | undefined): [string, unknown][] {
      if (!before || !after) writes.clear();
      else return settle(differences(before, after), after);
      return [];
    },
  };

  function settle(changed: string[], after: Entry): [string, unknown][] {
    const isSuspect = (name: string) => writes.get(name)?.earlier.has(after.get(name)?.text);
    const suspects = [...writes.keys()].filter((name) => changed.includes(name) && isSuspect(name));
    // All look undone, yet one was meant. Tabs see our writes in order: the oldest was seen.
    const meant = suspects.length < changed.length ? [] : suspects.splice(0, 1);
    for (const name of changed)
      if (!suspects.includes(name) || meant.includes(name)) writes.delete(name);
    return suspects.map((name) => [name, writes.get(name)?.cell?.value]);
  }
}
