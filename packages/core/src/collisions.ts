import { type Cell, differences, EMPTY, type Entry } from './entry.js';

/** How long another tab may need to see a write of ours. */
const REMEMBER_MS = 1000;
const REMEMBER_STATES = 64;

/** The raw text of an entry; undefined: none is known yet. */
type Text = string | null | undefined;

/**
 * Sees when another tab undid a write of ours unknowingly.
 *
 * Tabs see each other's writes late, and an entry is written whole: a tab that has not seen our
 * write puts the earlier value back beside the property it meant to change. What it wrote then is
 * one property away from a state that the entry had lately. That property was meant; whatever else
 * changed went back by accident.
 */
export function trackWrites() {
  /** What this tab wrote last, and when. */
  const writes = new Map<string, { readonly cell: Cell | undefined; readonly at: number }>();
  /** What the entry has been lately, the newest last. */
  let states: Entry[] = [];
  /** Storage runs ahead of its events: how many states hold what no event has told yet. */
  let ahead = 0;
  let untold: Text;
  let told: Text;
  let own: Text;

  /** Whether this tab has written nothing lately; then what was is of no use any more. */
  function isIdle(): boolean {
    const now = Date.now();
    for (const [name, { at }] of writes) if (now - at >= REMEMBER_MS) writes.delete(name);
    if (writes.size) return false;
    states = [];
    ahead = 0;
    return true;
  }

  /** A new state, before those that no event has told yet. */
  function remember(entry: Entry, later = 0): void {
    states.splice(states.length - later, 0, entry);
    if (states.length > REMEMBER_STATES) states.shift();
  }

  /** The property that the other tab meant to change, if it meant one. */
  function findMeant(changed: string[], after: Entry = EMPTY): string | undefined {
    if (changed.length === 1) return changed[0];
    for (let i = states.length - ahead; i--; ) {
      const [name, ...rest] = differences(states[i] as Entry, after);
      if (name !== undefined && !rest.length && changed.includes(name)) return name;
    }
    return undefined;
  }

  return {
    /** This tab has written: it knew one text and entry, and made of them another. */
    note(baseText: Text, base: Entry, text: Text, next: Entry, names: string[]): void {
      const isUntold = baseText !== told && baseText !== own;
      if (isIdle() || isUntold) {
        remember(base);
        // What the first write builds on was there before any event.
        if (isUntold && states.length > 1) ahead++;
        untold = baseText;
      }
      remember(next);
      if (ahead) ahead++;
      own = text;
      for (const name of names) writes.set(name, { cell: next.get(name), at: Date.now() });
    },

    /** An event tells a text. False: this tab has written nothing lately that it could undo. */
    hear(text: Text): boolean {
      told = text;
      return !isIdle();
    },

    /** Our values of what the step that was told undid and nobody has written since, by name. */
    undone(before: Entry | undefined, after: Entry | undefined, now: Entry): [string, unknown][] {
      // An entry removed, or put in the place of another, was meant as a whole.
      if (!before || !after) writes.clear();
      const changed = before && after ? differences(before, after) : [];
      const meant = findMeant(changed, after);
      if (after) remember(after, ahead);
      if (told === untold) ahead = 0;
      writes.delete(meant as string);
      const ours = (meant === undefined ? [] : changed).filter((name) => {
        const write = writes.get(name);
        const wasOurs = write && write.cell?.text === before?.get(name)?.text;
        return wasOurs && now.get(name)?.text === after?.get(name)?.text;
      });
      return ours.map((name) => [name, writes.get(name)?.cell?.value]);
    },
  };
}
