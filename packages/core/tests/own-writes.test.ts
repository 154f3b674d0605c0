import { describe, expect, test, vi } from 'vitest';
import {
  type Collisions,
  createCollisions,
  type ForeignWrite,
  hasRecentWrites,
  recordSnapshot,
  recordWrite,
  resolveForeignWrite,
} from '../src/store/collisions.ts';
import type { Entry } from '../src/store/entry.ts';

/** How long a write is protected, and how often it is written again. */
const WINDOW_MS = 1000;
const MAX_REPAIRS = 8;

type Values = Readonly<Record<string, unknown>>;

function entryOf(values: Values): Entry {
  const cells = Object.entries(values).map(
    ([name, value]) => [name, { text: JSON.stringify([name, value]), value }] as const,
  );
  return new Map(cells);
}

/** A tab whose clock only advances when a test changes `now`. */
class OneTab {
  now = 0;
  initial: Values = {};
  readonly collisions: Collisions = createCollisions(() => this.now);

  /** The tab writes some properties of what is stored. */
  write(stored: Values, ...names: string[]): void {
    const entry = entryOf(stored);
    recordSnapshot(this.collisions, entry);
    recordWrite(this.collisions, entry, names);
  }

  /** The tab reads contents whose event is still to come. */
  readAhead(stored: Values): void {
    recordSnapshot(this.collisions, entryOf(stored), true);
  }

  /** The event of a foreign write arrives. Returns the values that are written again. */
  receive(before: Values, after: Values, intent?: ForeignWrite['intent']): Values {
    recordSnapshot(this.collisions, entryOf(after));
    return this.receiveLate(before, after, intent);
  }

  /** As before, but the tab has already read something else. */
  receiveLate(before: Values, after: Values, intent?: ForeignWrite['intent']): Values {
    const initial = entryOf(this.initial);
    const foreign = { before: entryOf(before), after: entryOf(after), intent, initial };
    return Object.fromEntries(resolveForeignWrite(this.collisions, foreign));
  }
}

describe('a foreign write that is stored now, and whose event has an older value than ours', () => {
  const arrive = (after: Values, intent: ForeignWrite['intent']) => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    return [tab.receive({ a: 0, b: 0 }, after, intent), tab] as const;
  };

  test('came before ours, except in Firefox', () => {
    const [repaired] = arrive({ a: 0, b: 1 }, (name) => name === 'b');
    expect(repaired).toEqual({});
  });

  test('undoes ours in Firefox, so that it is written again', () => {
    vi.stubGlobal('mozInnerScreenX', 0);
    const [repaired] = arrive({ a: 0, b: 1 }, (name) => name === 'b');
    vi.unstubAllGlobals();
    expect(repaired).toEqual({ a: 1 });
  });

  test('wins in Firefox if it intended the same property', () => {
    vi.stubGlobal('mozInnerScreenX', 0);
    const [repaired, tab] = arrive({ a: 2, b: 0 }, (name) => name === 'a');
    vi.unstubAllGlobals();
    expect(repaired).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });
});

describe('a foreign write of one property that starts from no entry', () => {
  const arrive = (initial: Values) => {
    const tab = new OneTab();
    tab.initial = initial;
    tab.write({});
    tab.write({ ...initial, a: 1 }, 'a');
    return tab.receive({ ...initial, a: 1 }, { b: 1 });
  };

  test('has not seen ours, if there are no initial values', () => {
    expect(arrive({})).toEqual({ a: 1 });
  });

  test('is the work of another script if there are: it would have stored them, too', () => {
    expect(arrive({ c: 0 })).toEqual({});
  });
});

describe('recent writes', () => {
  test('are protected for one second', () => {
    const tab = new OneTab();
    expect(hasRecentWrites(tab.collisions)).toBe(false);
    tab.write({ a: 1 }, 'a');
    tab.now = WINDOW_MS - 1;
    expect(hasRecentWrites(tab.collisions)).toBe(true);
    tab.now = WINDOW_MS;
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });

  test('are not written again after that', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    tab.readAhead({ a: 0, b: 1 });
    tab.now = WINDOW_MS;
    expect(tab.receiveLate({ a: 1, b: 0 }, { a: 0, b: 1 }, (name) => name === 'b')).toEqual({});
  });

  test('are forgotten when another tab clears the storage', () => {
    const tab = new OneTab();
    tab.write({ a: 1 }, 'a');
    expect(resolveForeignWrite(tab.collisions, undefined)).toEqual([]);
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });
});

describe('a foreign write', () => {
  const intentB = (name: string) => name === 'b';

  test('that undoes ours without having seen it is repaired', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    expect(tab.receive({ a: 1, b: 0 }, { a: 0, b: 1 }, intentB)).toEqual({ a: 1 });
  });

  test('that intends the same property replaces ours', () => {
    const tab = new OneTab();
    tab.write({ a: 1 }, 'a');
    expect(tab.receive({ a: 1 }, { a: 2 }, () => true)).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });

  test('that came before ours does not replace it', () => {
    const tab = new OneTab();
    tab.write({ a: 1 }, 'a');
    expect(tab.receiveLate({ a: 0 }, { a: 2 }, () => true)).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(true);
  });

  test('is not repaired if the tab has read newer contents', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    tab.readAhead({ a: 5, b: 1 });
    expect(tab.receiveLate({ a: 1, b: 0 }, { a: 0, b: 1 }, intentB)).toEqual({});
  });

  test('that leaves our value as it is causes nothing', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    expect(tab.receive({ a: 1, b: 0 }, { a: 1, b: 1 }, intentB)).toEqual({});
    // An event that came before our write still doesn't replace it.
    expect(tab.receiveLate({ a: 0, b: 0 }, { a: 2, b: 0 }, (name) => name === 'a')).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(true);
  });

  test('is compared with an empty entry if nothing was read before', () => {
    const tab = new OneTab();
    recordWrite(tab.collisions, entryOf({}), ['a']);
    expect(tab.receiveLate({}, { b: 1 }, intentB)).toEqual({});
    expect(tab.receiveLate({ b: 1 }, { a: 0, b: 2 }, intentB)).toEqual({});
  });
});

describe('after a repair', () => {
  const intentB = (name: string) => name === 'b';

  function createRepaired(): OneTab {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    tab.receive({ a: 1, b: 0 }, { a: 0, b: 1 }, intentB);
    return tab;
  }

  test('any intended write is newer, even one that has not seen the repair', () => {
    const tab = createRepaired();
    expect(tab.receive({ a: 0, b: 1 }, { a: 2, b: 1 }, (name) => name === 'a')).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });

  test('the value is protected for another second', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    tab.now = WINDOW_MS - 1;
    tab.receive({ a: 1, b: 0 }, { a: 0, b: 1 }, intentB);
    tab.now = 2 * WINDOW_MS - 2;
    expect(hasRecentWrites(tab.collisions)).toBe(true);
    tab.now++;
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });

  test('the value can be repaired again, up to eight times in total', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    let repairs = 0;
    for (let b = 1; b <= 20; b++) {
      repairs += 'a' in tab.receive({ a: 1, b: b - 1 }, { a: 0, b }, intentB) ? 1 : 0;
    }
    expect(repairs).toBe(MAX_REPAIRS);
  });
});

describe('an undone write', () => {
  const intentB = (name: string) => name === 'b';

  function createUndone(): OneTab {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    tab.readAhead({ a: 5, b: 2 });
    expect(tab.receiveLate({ a: 1, b: 0 }, { a: 0, b: 1 }, intentB)).toEqual({});
    return tab;
  }

  test('is repaired when the tab has received the contents that it read', () => {
    const tab = createUndone();
    const after = { a: 5, b: 2 };
    expect(tab.receiveLate({ a: 0, b: 1 }, after, intentB)).toEqual({ a: 1 });
  });

  test('is replaced by the next intended write', () => {
    const tab = createUndone();
    expect(tab.receiveLate({ a: 0, b: 1 }, { a: 5, b: 2 }, (name) => name === 'a')).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });

  test('counts as repaired when another tab stores our value again', () => {
    const tab = createUndone();
    expect(tab.receive({ a: 0, b: 1 }, { a: 1, b: 2 }, intentB)).toEqual({});
    tab.receiveLate({ a: 0, b: 2 }, { a: 2, b: 2 }, (name) => name === 'a');
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });
});

describe('a write without a stated intent', () => {
  test('intends the only property that it changes', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    expect(tab.receive({ a: 1, b: 0 }, { a: 2, b: 0 })).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });

  test('intends it even if it differs in another one from older contents', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    recordSnapshot(tab.collisions, entryOf({ a: 2, b: 1 }));
    expect(tab.receiveLate({ a: 1, b: 0 }, { a: 2, b: 0 })).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });

  test('intends what differs from the contents that it started from', () => {
    const tab = new OneTab();
    recordSnapshot(tab.collisions, entryOf({ a: 0, b: 0 }));
    tab.write({ a: 1, b: 0 }, 'a');
    expect(tab.receiveLate({ a: 1, b: 0 }, { a: 0, b: 1 })).toEqual({});
    // The event of what the tab reads now.
    recordSnapshot(tab.collisions, entryOf({ a: 0, b: 1 }));
    expect(tab.receiveLate({ a: 1, b: 0 }, { a: 0, b: 1 })).toEqual({ a: 1 });
  });

  test('intends everything if it started from unknown contents', () => {
    const tab = new OneTab();
    tab.write({ a: 1, b: 0 }, 'a');
    expect(tab.receive({ a: 1, b: 0 }, { a: 7, b: 8 })).toEqual({});
    expect(hasRecentWrites(tab.collisions)).toBe(false);
  });
});

describe('the history', () => {
  test('keeps what was stored up to two seconds ago, and at most 64 snapshots', () => {
    const tab = new OneTab();
    recordSnapshot(tab.collisions, entryOf({ a: 0 }));
    tab.now = 10;
    recordSnapshot(tab.collisions, entryOf({ a: 1 }));
    expect(tab.collisions.history).toHaveLength(2);
    tab.now = 2 * WINDOW_MS + 9;
    recordSnapshot(tab.collisions, entryOf({ a: 2 }));
    hasRecentWrites(tab.collisions);
    expect(tab.collisions.history).toHaveLength(3);
    tab.now++;
    hasRecentWrites(tab.collisions);
    expect(tab.collisions.history).toHaveLength(2);
    for (let a = 4; a < 100; a++) recordSnapshot(tab.collisions, entryOf({ a }));
    expect(tab.collisions.history).toHaveLength(64);
    expect(tab.collisions.history.at(-1)).toBe(tab.collisions.current);
  });

  test('drops older snapshots without foreign writes, too', () => {
    const tab = new OneTab();
    for (let i = 0; i < 10; i++) {
      tab.now += WINDOW_MS;
      tab.write({ a: i }, 'a');
    }
    expect(tab.collisions.history).toHaveLength(3);
  });

  test('is freed on an idle page, and needs no timer without older snapshots', () => {
    vi.useFakeTimers();
    const tab = new OneTab();
    recordSnapshot(tab.collisions, entryOf({ a: 0 }));
    expect(vi.getTimerCount()).toBe(0);
    for (const a of [1, 2, 3]) {
      tab.now += WINDOW_MS;
      vi.advanceTimersByTime(WINDOW_MS);
      recordSnapshot(tab.collisions, entryOf({ a }));
    }
    tab.now += 3 * WINDOW_MS;
    vi.advanceTimersByTime(3 * WINDOW_MS);
    expect(tab.collisions.history).toEqual([tab.collisions.current]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test('has the contents of an event once, before contents that were read ahead of it', () => {
    const tab = new OneTab();
    const values = () => tab.collisions.history.map(({ entry }) => entry.get('a')?.value);
    tab.write({ a: 0 }, 'a');
    tab.readAhead({ a: 2 });
    tab.receiveLate({ a: 0 }, { a: 1 }, () => true);
    expect(values()).toEqual([0, 1, 2]);
    tab.receiveLate({ a: 1 }, { a: 2 }, () => true);
    expect(values()).toEqual([0, 1, 2]);
    // Its event has arrived, so the next one comes after it.
    tab.receiveLate({ a: 2 }, { a: 3 }, () => true);
    expect(values()).toEqual([0, 1, 2, 3]);
  });
});
