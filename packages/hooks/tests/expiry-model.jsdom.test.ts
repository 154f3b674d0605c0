import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Browser, type Tab } from '../../core/tests/simulated-tabs.ts';
import type { ExpiringStore } from '../src/expired-values.ts';
import { setAges } from '../src/expiring-store.ts';

/** Tabs whose values expire, compared with a model. Their stores are real, storage is simulated. */

const NAMES = ['a', 'b', 'c'] as const;
const INITIAL = { d: 'd0' };
const START = Date.UTC(2026, 0, 1);
const AGE = 1500;
const MINUTE = 60_000;
/** Ages aren't multiples: tabs look at the clock some milliseconds after each other. */
const UNIT = 7000;
/** For each of the two tests. */
const RUNS = 5000;
const TIMEOUT_MS = 480_000;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const name = fc.constantFrom(...NAMES);
const action = fc.record({
  tab: fc.nat(2),
  at: fc.oneof(fc.nat(5), fc.nat(400), fc.nat(4000)),
  names: fc.uniqueArray(name, { minLength: 0, maxLength: 2 }),
});
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** A browser with its own clock, which `offset` sets back or forward. */
function openBrowser(delays: number[], age: number) {
  let next = 0;
  const network = { delay: () => delays[next++ % delays.length] as number };
  const browser = new Browser(3, INITIAL, network);
  const clock = { offset: 0, now: () => START + browser.now + clock.offset };
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now());
  vi.stubGlobal('queueMicrotask', (run: () => void) => browser.at(browser.now, run));
  // Nothing subscribes, so the only timers free the history. They would move the clock.
  vi.stubGlobal('setTimeout', () => ({}));
  for (const { store } of browser.tabs) setAges(store as ExpiringStore, () => age);
  return { browser, clock };
}

const valuesOf = ({ store }: Tab) =>
  Object.fromEntries(Array.from(store.read(), ([key, { value }]) => [key, value]));

/** Writes unique values to the named properties. Without names it reads, which deletes expired values. */
function perform(tab: Tab, names: readonly string[], written: (value: string) => void): void {
  if (!names.length) return void tab.store.read();
  const values = Object.fromEntries(names.map((one) => [one, `${one}${Math.random()}`]));
  Object.values(values).forEach(written);
  tab.write(values, (store) => store.commit(values));
}

/**
 * Whether two writes of a property have the same end. A repair then mistakes the end for an earlier
 * one and omits it, so that the age starts again with the next read: the repairs of the core require
 * that no property gets a value which it had less than a second before.
 */
const hasEqualEnds = (actions: readonly Action[]): boolean => {
  const ends = actions.flatMap(({ at, names }) => names.map((one) => `${one} ${at}`));
  return new Set(ends).size < ends.length;
};

test('in tabs that write and delete at the same time, the last write of each property lasts for its age', {
  timeout: TIMEOUT_MS,
}, () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  let [runs, lasting, expired] = [0, 0, 0];
  const run = (actions: Action[], delays: number[]) => {
    runs += 1;
    const { browser, clock } = openBrowser(delays, AGE);
    const ends = new Map<unknown, number>();
    for (const { tab, at, names } of actions) {
      const chosen = browser.tabs[tab] as Tab;
      browser.at(at, () => perform(chosen, names, (value) => ends.set(value, clock.now() + AGE)));
    }
    browser.settle();
    const isLasting = ([, value]: [string, unknown]) => (ends.get(value) ?? Infinity) > clock.now();
    const all = [...browser.expected];
    const expected = Object.fromEntries(all.filter(isLasting));
    lasting += Object.keys(expected).length - 1;
    expired += all.length - Object.keys(expected).length;
    for (const tab of browser.tabs) expect(valuesOf(tab)).toEqual(expected);
  };
  const actions = fc
    .array(action, { minLength: 1, maxLength: 8 })
    .filter((list) => !hasEqualEnds(list));
  const delays = fc.array(fc.oneof(fc.nat(5), fc.nat(160)), { minLength: 1, maxLength: 9 });
  fc.assert(fc.property(actions, delays, run), { numRuns: RUNS });
  // Enough values are in both states.
  expect(Math.min(lasting, expired)).toBeGreaterThan(runs / 4);
});

type Model = Map<string, { value: unknown; end: number }>;

/** Expires values, and shortens ages that are too long, as a tab does when it reads them. */
function applyClock(model: Model, now: number, age: number): void {
  for (const [key, { value, end }] of model) {
    if (end <= now) model.delete(key);
    else if (end > now + age + MINUTE) model.set(key, { value, end: now + age });
  }
}

test('whatever the clock does, tabs agree, nothing is lost and no expired value comes back', {
  timeout: TIMEOUT_MS,
}, () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const age = 10 * MINUTE;
  const jump = fc.oneof(fc.constant(0), fc.integer({ min: -260, max: 260 }));
  const run = (steps: { tab: number; names: string[]; jump: number; wait: number }[]) => {
    const { browser, clock } = openBrowser([0, 7], age);
    const model: Model = new Map();
    for (const step of steps) {
      browser.at(browser.now + step.wait, () => {});
      browser.settle();
      clock.offset += step.jump * UNIT;
      applyClock(model, clock.now(), age);
      for (const { store } of browser.tabs) store.read();
      browser.settle();
      perform(browser.tabs[step.tab] as Tab, step.names, () => {});
      const end = clock.now() + age;
      browser.settle();
      for (const key of step.names) model.set(key, { value: browser.expected.get(key), end });
      const expected = Object.fromEntries(Array.from(model, ([key, { value }]) => [key, value]));
      for (const tab of browser.tabs) expect(valuesOf(tab)).toEqual({ ...INITIAL, ...expected });
    }
  };
  const step = fc.record({
    tab: fc.nat(2),
    names: fc.uniqueArray(name, { minLength: 0, maxLength: 2 }) as fc.Arbitrary<string[]>,
    jump,
    // A tab repairs its own writes for a shorter time than UNIT.
    wait: fc.constantFrom(0, 100, UNIT),
  });
  fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), run), { numRuns: RUNS });
});
