import { type Cell, differences, EMPTY, type Entry, isEqual } from './entry.ts';

/** How long a write is protected, in milliseconds. Other tabs must see it in half that time. */
const WINDOW_MS = 1000;
const MAX_SNAPSHOTS = 64;
/** Ends a dispute between tabs that lost an event. */
const MAX_REPAIRS = 8;

/**
 * In Firefox, the old value of a storage event is what the other tab had last seen, even if this tab
 * has written since. So if the other tab's value is in storage, it is treated as the later write.
 * Other browsers report the exact old value, and there this rule would misinterpret direct writes by
 * scripts.
 */
const isOldValueInexact = () => 'mozInnerScreenX' in globalThis;

/** A property that this tab wrote. Writes of other tabs that didn't overwrite it are older. */
interface OwnWrite {
  readonly cell: Cell | undefined;
  at: number;
  /** Another tab overwrote it without having seen it, so it has to be written again. */
  isUndone?: boolean;
  /** It was overwritten before. From then on, every intended write of another tab is newer. */
  wasUndone?: boolean;
  repairs: number;
}

/** Whether a foreign write changed a property on purpose. */
export type Intent = (name: string) => boolean;

export interface ForeignWrite {
  readonly before: Entry;
  readonly after: Entry;
  /** Undefined: not stated, so it is a `set` of one property, or the work of another script. */
  readonly intent: Intent | undefined;
  /** Properties that a `set` writes even if there was no entry. */
  readonly initial: Entry;
}

interface Snapshot {
  readonly entry: Entry;
  /** Read from storage before its event arrived. */
  isAhead?: boolean | undefined;
  /** When this tab saw other contents; undefined: not yet. */
  until?: number;
}

/**
 * The state for detecting that another tab undid a write of this tab unknowingly.
 *
 * Tabs see each other's writes late, and an entry is written as a whole. A tab that has not seen
 * our write puts the earlier value back along with the property that it meant to change.
 */
export interface Collisions {
  readonly clock: () => number;
  /** The recent writes of this tab, by property. */
  readonly writes: Map<string, OwnWrite>;
  current: Snapshot;
  /** The recent contents of the entry in the order in which they were stored. */
  history: Snapshot[];
  /** Frees the memory of the history. */
  timer?: unknown;
}

export function createCollisions(clock: () => number): Collisions {
  return { clock, writes: new Map(), current: { entry: EMPTY }, history: [] };
}

/** Records that the contents of the entry changed. They are ahead if their event is still to come. */
export function recordSnapshot(collisions: Collisions, entry: Entry, isAhead?: boolean): void {
  collisions.current.until = collisions.clock();
  collisions.current = { entry, isAhead };
  prune(collisions);
  if (collisions.history.push(collisions.current) > MAX_SNAPSHOTS) collisions.history.shift();
  freeLater(collisions);
}

/** Otherwise, an idle page would keep its last entries in memory. */
function freeLater(collisions: Collisions): void {
  if (collisions.history.length < 2) return;
  collisions.timer ??= setTimeout(() => {
    collisions.timer = undefined;
    prune(collisions);
    freeLater(collisions);
  }, 2 * WINDOW_MS);
}

/** Records that this tab has written some properties. */
export function recordWrite(
  { clock, writes }: Collisions,
  next: Entry,
  names: readonly string[],
): void {
  const at = clock();
  for (const name of names) {
    writes.set(name, { cell: next.get(name), at, repairs: 0 });
  }
}

/** Returns whether another tab could undo a recent write of this tab. */
export function hasRecentWrites(collisions: Collisions): boolean {
  prune(collisions);
  return collisions.writes.size > 0;
}

/** Removes data that is too old. */
function prune(collisions: Collisions): void {
  const now = collisions.clock();
  for (const [name, { at }] of collisions.writes) {
    if (now - at >= WINDOW_MS) collisions.writes.delete(name);
  }
  // A foreign write may start from what was stored before the oldest protected write.
  collisions.history = collisions.history.filter(({ until = now }) => now - until < 2 * WINDOW_MS);
}

/**
 * Another tab has written. Returns our values that have to be written again, by name: none if it
 * cleared the storage or stored something other than an entry (undefined).
 */
export function resolveForeignWrite(
  collisions: Collisions,
  foreign: ForeignWrite | undefined,
): [string, unknown][] {
  const { writes, current, clock } = collisions;
  if (!foreign) {
    writes.clear();
    return [];
  }
  prune(collisions);
  const earlier = insertSnapshot(collisions, foreign.after);
  const intent = foreign.intent ?? inferIntent(foreign, earlier);
  const repairs: [string, unknown][] = [];
  for (const [name, write] of writes) {
    const after = foreign.after.get(name);
    const isStored = isEqual(current.entry.get(name), after);
    const isOverwritten =
      isEqual(foreign.before.get(name), write.cell) || (isStored && isOldValueInexact());
    if (isSuperseded(write, after, isOverwritten, intent(name)) || write.repairs >= MAX_REPAIRS) {
      writes.delete(name);
    } else if (write.isUndone && isStored) {
      write.isUndone = false;
      write.at = clock();
      write.repairs++;
      repairs.push([name, write.cell?.value]);
    }
  }
  return repairs;
}

/** Inserts the entry of an event at its position. Returns the snapshots before it. */
function insertSnapshot({ history, clock }: Collisions, entry: Entry): Snapshot[] {
  const ahead = history.filter(({ isAhead }) => isAhead);
  const found = ahead.find((snapshot) => !differences(snapshot.entry, entry).length);
  const next = found ?? ahead[0];
  const earlier = next ? history.slice(0, history.indexOf(next)) : [...history];
  if (found) for (const snapshot of [...earlier, found]) snapshot.isAhead = false;
  else history.splice(earlier.length, 0, { entry, until: clock() });
  return earlier;
}

/** A write without a stated intent differs in one property from the snapshot that it started from. */
function inferIntent({ before, after, initial }: ForeignWrite, earlier: Snapshot[]): Intent {
  let intended = differences(before, after);
  // The latest such snapshot counts.
  for (const { entry } of intended.length > 1 ? earlier : []) {
    if (!entry.size && initial.size) continue;
    const changed = differences(entry, after);
    if (changed.length === 1) intended = changed;
  }
  return (name) => intended.includes(name);
}

/** Updates an own write. Returns whether another tab intended a newer value. */
function isSuperseded(
  write: OwnWrite,
  after: Cell | undefined,
  isOverwritten: boolean,
  isIntended: boolean,
): boolean {
  if (isEqual(after, write.cell)) {
    write.isUndone = false;
    return false;
  }
  if (isOverwritten) {
    write.isUndone = true;
    write.wasUndone = true;
  }
  return isIntended && !!write.wasUndone;
}
