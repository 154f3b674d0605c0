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
  /** Whether a property has its initial value, which replaces one that this tab has removed. */
  readonly fills?: Intent;
}

interface Snapshot {
  readonly entry: Entry;
  /** When this tab wrote it. */
  readonly wroteAt?: number | undefined;
  /** Read from storage before its event arrived. */
  isAhead?: boolean | undefined;
  /** It may be older than what this tab read first. */
  readonly isOld?: boolean;
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

/**
 * Records that the contents of the entry changed. They are ahead if their event is still to come;
 * undefined: this tab wrote them.
 */
export function recordSnapshot(collisions: Collisions, entry: Entry, isAhead?: boolean): void {
  const now = collisions.clock();
  collisions.current.until = now;
  collisions.current = { entry, isAhead, wroteAt: isAhead === undefined ? now : undefined };
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

/** Returns whether what is stored was written by this tab a moment ago. */
export function isOwn({ current: { wroteAt }, clock }: Collisions): boolean {
  return wroteAt !== undefined && clock() - wroteAt < WINDOW_MS;
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
 * Another tab has written. Returns the values that have to be written again, by name: none if it
 * cleared the storage or stored something other than an entry (undefined).
 */
export function resolveForeignWrite(
  collisions: Collisions,
  foreign: ForeignWrite | undefined,
): [string, unknown][] {
  if (!foreign) {
    collisions.writes.clear();
    return [];
  }
  prune(collisions);
  const isUnseen = isOverwritten(collisions, foreign);
  const earlier = insertSnapshot(collisions, foreign);
  const intent = foreign.intent ?? inferIntent(foreign, earlier);
  return [
    ...(isUnseen ? lostIn(collisions, foreign, intent) : []),
    ...undoneBy(collisions, foreign, intent, earlier),
  ];
}

/** The values of this tab that a foreign write undid without having seen them. */
function undoneBy(
  { writes, current, clock }: Collisions,
  foreign: ForeignWrite,
  intent: Intent,
  earlier: Snapshot[],
): [string, unknown][] {
  // Otherwise, it put back what this tab removed.
  const isNew = (name: string, cell: Cell | undefined) =>
    !earlier.some(({ entry }) => isEqual(entry.get(name), cell));
  const undone: [string, unknown][] = [];
  for (const [name, write] of writes) {
    const after = foreign.after.get(name);
    const isStored = isEqual(current.entry.get(name), after);
    const isReplaced =
      isEqual(foreign.before.get(name), write.cell) || (isStored && isOldValueInexact());
    const isFilled = !write.cell && (foreign.fills?.(name) || isNew(name, after));
    const isIntended = intent(name) || isFilled;
    if (isSuperseded(write, after, isReplaced, isIntended) || write.repairs >= MAX_REPAIRS) {
      writes.delete(name);
    } else if (write.isUndone && isStored) {
      write.isUndone = false;
      write.at = clock();
      write.repairs++;
      undone.push([name, write.cell?.value]);
    }
  }
  return undone;
}

const isSame = (a: Entry, b: Entry): boolean => !differences(a, b).length;

/**
 * Returns whether this tab overwrote a foreign write without having seen it: it started from something
 * that this tab knew before its own write, and nobody is known to have seen it.
 */
function isOverwritten(collisions: Collisions, { before, after }: ForeignWrite): boolean {
  const { current, history } = collisions;
  return (
    isOwn(collisions) &&
    after.size > 0 &&
    !isSame(before, current.entry) &&
    !history.some(({ isAhead, entry }) => isAhead || isSame(entry, after)) &&
    history.some(({ isOld, entry }) => !isOld && isSame(entry, before))
  );
}

/** The values that a foreign write intended, without those that this tab has intended since. */
function lostIn(
  { current: { entry }, writes }: Collisions,
  { before, after }: ForeignWrite,
  intent: Intent,
): [string, unknown][] {
  const isNewer = (name: string) =>
    !writes.has(name) || isEqual(before.get(name), writes.get(name)?.cell);
  return differences(entry, after)
    .filter((name) => intent(name) && isNewer(name))
    .map((name) => [name, after.get(name)?.value]);
}

/** Inserts the entry of an event at its position. Returns the snapshots before it. */
function insertSnapshot(
  { history, clock }: Collisions,
  { before, after }: ForeignWrite,
): Snapshot[] {
  const ahead = history.filter(({ isAhead }) => isAhead);
  const found = ahead.find(({ entry }) => isSame(entry, after));
  const next = found ?? ahead[0];
  const earlier = next ? history.slice(0, history.indexOf(next)) : [...history];
  const isKnown = history.some(({ isOld, entry }) => !isOld && isSame(entry, before));
  if (found) for (const snapshot of [...earlier, found]) snapshot.isAhead = false;
  else history.splice(earlier.length, 0, { entry: after, isOld: !isKnown, until: clock() });
  // The event of what it started from may arrive later.
  if (!isKnown) history.splice(earlier.length, 0, { entry: before, isOld: true, until: clock() });
  return earlier;
}

/** A write without a stated intent differs in one property from the snapshot that it started from. */
function inferIntent({ before, after }: ForeignWrite, earlier: Snapshot[]): Intent {
  let intended = differences(before, after);
  // The latest such snapshot counts.
  for (const { entry } of intended.length > 1 ? earlier : []) {
    const changed = differences(entry, after);
    if (changed.length === 1) intended = changed;
  }
  return (name) => intended.includes(name);
}

/** Updates an own write. Returns whether another tab intended a newer value. */
function isSuperseded(
  write: OwnWrite,
  after: Cell | undefined,
  isReplaced: boolean,
  isIntended: boolean,
): boolean {
  if (isEqual(after, write.cell)) {
    write.isUndone = false;
    return false;
  }
  if (isReplaced) {
    write.isUndone = true;
    write.wasUndone = true;
  }
  return isIntended && !!write.wasUndone;
}
