import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Browser, type Network, type Tab, type Values } from './simulated-tabs.ts';

const INITIAL = { a: 'a0', b: 'b0', c: 'c0', d: 'd0' };
const NAMES = Object.keys(INITIAL);
const TIMEOUT_MS = 240_000;

/** The longest that a write takes to reach the listeners of another tab. */
const MAX_DELAY_MS = 240;

const name = fc.constantFrom(...NAMES);
const step = fc.record({
  tab: fc.nat(3),
  at: fc.oneof(fc.nat(5), fc.nat(400), fc.nat(3000)),
  names: fc.oneof(
    { weight: 3, arbitrary: name.map((one) => [one]) },
    { weight: 1, arbitrary: fc.uniqueArray(name, { minLength: 2, maxLength: 4 }) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const schedule = fc.record({
  count: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  seed: fc.integer(),
});

/** Random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Some messages are immediate, others slow. */
function createNetwork(seed: number, maxDelay: number, loss = 0): Network {
  const random = createRandom(seed);
  return {
    isReordering: loss > 0,
    delay: (kind) => {
      if (kind === 'event' && random() < loss) return Number.POSITIVE_INFINITY;
      const speed = random();
      return Math.floor((speed < 0.3 ? 0 : speed < 0.6 ? 5 : maxDelay / 3) * random());
    },
  };
}

function commit(tab: Tab, values: Values) {
  tab.write(values, (store) => store.commit(values));
}

/** Values that are all different, so that the last write of each property can be told. */
function createValues() {
  let count = 0;
  return (names: readonly string[]) =>
    Object.fromEntries(names.map((one) => [one, `${one}${++count}`]));
}

function play({ count, steps }: { count: number; steps: Step[] }, network: Network) {
  const browser = new Browser(count, INITIAL, network);
  const createFresh = createValues();
  for (const { tab, at, names } of steps)
    browser.at(at, () => commit(browser.tabs[tab % count] as Tab, createFresh(names)));
  browser.settle();
  return browser;
}

/** What every tab shows. */
const shown = (browser: Browser) =>
  browser.tabs.map(({ store }) =>
    Object.fromEntries(Array.from(store.read(), ([key, { value }]) => [key, value])),
  );

describe('tabs that receive every event in order, within a quarter of a second', () => {
  test('agree, and every property holds its last acknowledged write', {
    timeout: TIMEOUT_MS,
  }, () => {
    let repairs = 0;
    fc.assert(
      fc.property(schedule, (plan) => {
        const browser = play(plan, createNetwork(plan.seed, MAX_DELAY_MS));
        repairs += browser.commits.length - plan.steps.length;
        expect(browser.values()).toEqual(Object.fromEntries(browser.expected));
        for (const values of shown(browser)) expect(values).toEqual(browser.values());
      }),
      { numRuns: 10_000 },
    );
    // The schedules collide.
    expect(repairs).toBeGreaterThan(5_000);
  });
});
