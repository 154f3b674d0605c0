import { type Cell, differences, EMPTY, type Entry } from './entry.ts';

/** How long a write is protected, in milliseconds. Other tabs must see it in half that time. */
const WINDOW_MS = 1000;
const MAX_STATES = 64;
/** Ends a dispute between tabs that lost an event. */
const MAX_REPAIRS = 8;

/**
 * What happened to a property after this tab wrote it:
 * - `held`: nothing yet. A foreign write that doesn't start from our value came before ours.
 * - `undone`: a write that had not seen ours put another value there. To be repaired.
 * - `repaired`: our value was written again. Any intended write of another tab is newer than ours.
 *
 * A superseded write is no longer tracked.
 */
type Status = 'held' | 'undone' | 'repaired';

interface OwnWrite {
  readonly cell: Cell | undefined;
  readonly at: number;
  readonly status: Status;
  readonly repairs: number;
}

/** Whether a foreign write changed a property on purpose. */
export type Intent = (name: string) => boolean;

export interface ForeignWrite {
  readonly before: Entry;
  readonly after: Entry;
  /** Undefined: not stated, so it is a `set` of one property, or the work of another script. */
  readonly intent: Intent | undefined;
}

interface State {
  readonly entry: Entry;
  /** Read from storage before its event arrived. */
  isAhead: boolean;
  /** When this tab saw other contents. */
  until: number;
}

const isEqual = (a: Cell | undefined, b: Cell | undefined) => a?.text === b?.text;

/** A write without a stated intent is one property away from the state that it started from. */
function inferIntent({ before, after }: ForeignWrite, earlier: State[]): Intent {
  const changed = differences(before, after);
  const isChanged: Intent = (name) => changed.includes(name);
  if (changed.length < 2) return isChanged;
  for (const { entry } of earlier.reverse()) {
    const [meant, ...others] = differences(entry, after);
    if (meant !== undefined && !others.length) return (name) => name === meant;
  }
  return isChanged;
}

function nextStatus(
  { cell, status }: OwnWrite,
  name: string,
  foreign: ForeignWrite,
  intent: Intent,
): Status | 'superseded' {
  const [before, after] = [foreign.before.get(name), foreign.after.get(name)];
  if (isEqual(after, cell)) return status === 'undone' ? 'repaired' : status;
  const isOverwritten = isEqual(before, cell);
  if ((isOverwritten || status !== 'held') && intent(name)) return 'superseded';
  return isOverwritten ? 'undone' : status;
}

/**
 * Detects that another tab undid a write of this tab unknowingly.
 *
 * Tabs see each other's writes late, and an entry is written as a whole. A tab that has not seen
 * our write puts the earlier value back along with the property that it meant to change.
 */
export function trackCollisions(clock: () => number) {
  const writes = new Map<string, OwnWrite>();
  /** The recent contents of the entry in the order in which they were stored. */
  let current: State = { entry: EMPTY, isAhead: false, until: 0 };
  let states: State[] = [];

  function expire(): void {
    const now = clock();
    for (const [name, { at }] of writes) if (now - at >= WINDOW_MS) writes.delete(name);
    // A foreign write may build on what the entry was before the oldest protected write.
    states = states.filter(({ until }) => now - until < 2 * WINDOW_MS).slice(-MAX_STATES);
  }

  /** Puts the entry of an event in its place; returns what was stored before. */
  function confirm(entry: Entry): State[] {
    const ahead = states.findIndex(({ isAhead }) => isAhead);
    const found = states.findIndex((s) => s.isAhead && !differences(s.entry, entry).length);
    const position = found >= 0 ? found : ahead >= 0 ? ahead : states.length;
    const earlier = states.slice(0, position);
    if (found < 0) states.splice(position, 0, { entry, isAhead: false, until: clock() });
    else for (const state of states.slice(0, found + 1)) state.isAhead = false;
    return earlier;
  }

  return {
    /** The entry has other contents than before. They are ahead if an event is still to come. */
    saw(entry: Entry, isAhead: boolean): void {
      current.until = clock();
      current = { entry, isAhead, until: Number.POSITIVE_INFINITY };
      states.push(current);
      expire();
    },

    /** This tab has written some properties. */
    wrote(next: Entry, names: readonly string[]): void {
      const at = clock();
      for (const name of names)
        writes.set(name, { cell: next.get(name), at, status: 'held', repairs: 0 });
    },

    /** Another tab has written. Returns our values that have to be written again, by name. */
    observe(foreign: ForeignWrite): [string, unknown][] {
      expire();
      const earlier = confirm(foreign.after);
      const intent = foreign.intent ?? inferIntent(foreign, earlier);
      const repairs: [string, unknown][] = [];
      for (const [name, write] of writes) {
        const status = nextStatus(write, name, foreign, intent);
        if (status === 'superseded' || write.repairs >= MAX_REPAIRS) {
          writes.delete(name);
        } else if (
          status === 'undone' &&
          isEqual(current.entry.get(name), foreign.after.get(name))
        ) {
          const repaired = { status: 'repaired', at: clock(), repairs: write.repairs + 1 } as const;
          writes.set(name, { ...write, ...repaired });
          repairs.push([name, write.cell?.value]);
        } else {
          writes.set(name, { ...write, status });
        }
      }
      return repairs;
    },

    /** Something other than an entry was stored, or storage was cleared: that stands. */
    forget(): [] {
      writes.clear();
      return [];
    },

    /** Whether this tab has written nothing lately that another one could undo. */
    isIdle(): boolean {
      expire();
      return !writes.size;
    },
  };
}
