import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser, type Network, type Tab, type Values } from './simulated-tabs.ts';

const INITIAL = { a: 'a0', b: 'b0', c: 'c0', d: 'd0' };
const NAMES = Object.keys(INITIAL);
const TIMEOUT_MS = 240_000;

/** Maximum delay of each hop of a write: to storage, to a tab, to its listeners. */
const MAX_DELAY_MS = 160;
/** `initialize` alone commits twice: it removes the entry and stores it again. */
const MAX_COMMITS_PER_WRITE = 3;

const name = fc.constantFrom(...NAMES);
const step = fc.record({
  tab: fc.nat(3),
  at: fc.oneof(fc.nat(5), fc.nat(400), fc.nat(3000)),
  names: fc.oneof(
    { weight: 3, arbitrary: name.map((one) => [one]) },
    { weight: 1, arbitrary: fc.uniqueArray(name, { minLength: 2, maxLength: 4 }) },
  ),
  kind: fc.constantFrom(
    'write' as const,
    'write' as const,
    'remove' as const,
    'initialize' as const,
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const schedule = fc.record({
  count: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  seed: fc.integer(),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never;

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
      return Math.floor((speed < 0.3 ? 0 : speed < 0.6 ? 5 : maxDelay) * random());
    },
  };
}

function commit(tab: Tab, values: Values) {
  tab.write(values, (store) => store.commit(values));
}

/** Unique values, so that the last write of each property can be identified. */
function createFreshValues() {
  let count = 0;
  return (names: readonly string[], suffix = '') =>
    Object.fromEntries(names.map((one) => [one, `${one}${++count}${suffix}`]));
}

/** Few values, so that properties often get a value they had before. */
function createUsedValues(seed: number) {
  const random = createRandom(~seed);
  return (names: readonly string[], suffix = '') =>
    Object.fromEntries(names.map((one) => [one, `${one}${Math.floor(random() * 3)}${suffix}`]));
}

type CreateValues = ReturnType<typeof createFreshValues>;

function perform(tab: Tab, { kind, names }: Step, createValues: CreateValues) {
  if (kind === 'write') commit(tab, createValues(names));
  else if (kind === 'remove') commit(tab, { [names[0] as string]: undefined });
  else tab.write(INITIAL, (store) => store.replace(INITIAL));
}

function open({ count, steps }: Schedule, network: Network, createValues: CreateValues) {
  const browser = new Browser(count, INITIAL, network);
  for (const one of steps) {
    browser.at(one.at, () => perform(browser.tabs[one.tab % count] as Tab, one, createValues));
  }
  return browser;
}

/** A subscriber in every tab responds to each value of `a` with a patch. */
function answer(browser: Browser, createValues: CreateValues) {
  for (const tab of browser.tabs) {
    tab.store.subscribe(() => {
      const value = tab.store.read().get('a')?.value as string | undefined;
      if (value && !value.endsWith('!')) commit(tab, createValues(['a', 'b'], '!'));
    }, 'a');
  }
}

/** Returns the values of every tab. */
const shown = (browser: Browser) =>
  browser.tabs.map(({ store }) =>
    Object.fromEntries(Array.from(store.read(), ([key, { value }]) => [key, value])),
  );

function expectLastWrites(browser: Browser) {
  expect(browser.values()).toEqual(Object.fromEntries(browser.expected));
  for (const values of shown(browser)) expect(values).toEqual(browser.values());
}

/** Without removals and initialize, which restore earlier values. */
const forward = schedule.map((plan) => ({
  ...plan,
  steps: plan.steps.map((one) => ({ ...one, kind: 'write' as const })),
}));

describe('tabs that receive every event in order, within half a second', () => {
  test('agree, and every property has its last acknowledged value', {
    timeout: TIMEOUT_MS,
  }, () => {
    let [runs, repairs] = [0, 0];
    fc.assert(
      fc.property(forward, (plan) => {
        const network = createNetwork(plan.seed, MAX_DELAY_MS);
        const browser = open(plan, network, createFreshValues());
        browser.settle();
        runs += 1;
        repairs += browser.commits.length - browser.writes;
        expectLastWrites(browser);
      }),
      { numRuns: 10_000 },
    );
    // Enough schedules collide.
    expect(repairs).toBeGreaterThan(runs / 4);
  });

  test('also agree with subscribers that write', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(forward, (plan) => {
        const createValues = createFreshValues();
        const browser = open(plan, createNetwork(plan.seed, MAX_DELAY_MS), createValues);
        answer(browser, createValues);
        browser.settle();
        expectLastWrites(browser);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('tabs whose events have the old value that the other tab had seen, as in Firefox', () => {
  // Only Firefox has this property.
  beforeEach(() => void vi.stubGlobal('mozInnerScreenX', 0));
  afterEach(() => void vi.unstubAllGlobals());

  const openFirefox = (plan: Schedule) => {
    const network = { ...createNetwork(plan.seed, MAX_DELAY_MS), isOldValueSeen: true };
    const browser = open(plan, network, createFreshValues());
    browser.settle();
    return browser;
  };

  /** Every property is written by one of the tabs. */
  const separate = forward.map((plan) => ({
    ...plan,
    steps: plan.steps.map((one) => {
      const tab = one.tab % plan.count;
      const own = NAMES.filter((_, i) => i % plan.count === tab);
      return { ...one, names: own.slice(0, one.names.length) };
    }),
  }));

  test('lose nothing if they write different properties', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(separate, (plan) => expectLastWrites(openFirefox(plan))),
      { numRuns: 1_000 },
    );
  });

  test('agree if they write the same properties', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(forward, (plan) => {
        const browser = openFirefox(plan);
        for (const values of shown(browser)) expect(values).toEqual(browser.values());
      }),
      { numRuns: 500 },
    );
  });
});

describe('tabs that lose events, or receive them late or in another order', () => {
  test('agree and stop writing', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(schedule, fc.boolean(), fc.constantFrom(0, 0.05, 0.3), (plan, isUsed, loss) => {
        const createValues = isUsed ? createUsedValues(plan.seed) : createFreshValues();
        const browser = open(plan, createNetwork(plan.seed, 1_500, loss), createValues);
        answer(browser, createValues);
        browser.settle();
        for (const values of shown(browser)) expect(values).toEqual(browser.values());
        expect(browser.commits.length).toBeLessThanOrEqual(MAX_COMMITS_PER_WRITE * browser.writes);
      }),
      { numRuns: 10_000 },
    );
  });
});
