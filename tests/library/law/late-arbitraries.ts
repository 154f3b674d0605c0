import fc from 'fast-check';
import type { Release } from './release.ts';
import { A, B, C, others, type Schedule, type Step } from './schedule.ts';

export interface LateScenario {
  readonly schedule: Schedule;
  /** Of the delays. */
  readonly seed: number;
}

type Actor = typeof A;

const TABS: readonly Actor[] = [A, B, C];

const ASPECTS: readonly Release[] = [
  {},
  { check: 'enum' },
  { check: 'strict' },
  { merge: 'deep' },
  { initial: { theme: 'light' } },
  { library: 'development' },
  { storeInitial: false },
];

const STARTS: readonly Schedule[] = [
  [others.writes('app', '{"theme":"light0","name":"start","box":{"size":0}}')],
  [others.writes('app', '{"theme":"sepia0","more":{"n":0}}')],
  [others.writes('app', 'raw')],
  [],
];

const TEMPLATES: readonly ((tab: Actor, n: number) => Step)[] = [
  (tab, n) => tab.sets({ theme: `dark${n}` }),
  (tab, n) => tab.sets({ theme: `sepia${n}` }),
  (tab, n) => tab.sets({ name: `name${n}` }),
  (tab, n) => tab.updates('note', `note${n}`),
  (tab, n) => tab.patches({ name: `patch${n}`, note: `patch${n}` }),
  (tab, n) => tab.sets({ box: { size: n } }),
];

const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const indexOf = (list: readonly unknown[]) => fc.nat({ max: list.length - 1 });

const seed = fc.nat({ max: 1000 });
/** Milliseconds after a step. */
const gap = fc.constantFrom(0, 0, 1, 5, 40, 600);

/** Long enough for all messages. */
const QUIET = others.waits(600);

const wait = (duration: number): Step[] => (duration ? [others.waits(duration)] : []);

/** Several tabs that write at the same time. The first ones are open before. */
const writing = (open: fc.Arbitrary<number>): fc.Arbitrary<LateScenario> =>
  fc
    .record({
      open,
      seed,
      start: indexOf(STARTS),
      aspects: fc.array(indexOf(ASPECTS), { minLength: TABS.length, maxLength: TABS.length }),
      steps: fc.array(fc.tuple(indexOf(TABS), indexOf(TEMPLATES), gap), {
        minLength: 1,
        maxLength: 8,
      }),
    })
    .map(({ open, seed, start, aspects, steps }) => {
      const openTab = (i: number) => of(TABS, i).opens(of(ASPECTS, aspects[i] as number));
      const opened = new Set([...TABS.keys()].slice(0, open));
      const before = [...opened].map(openTab);
      const later = steps.flatMap(([tab, template, gap], i): Step[] => {
        const isOpen = opened.has(tab);
        opened.add(tab);
        const step = of(TEMPLATES, template)(of(TABS, tab), i + 1);
        return [...(isOpen ? [] : [openTab(tab)]), step, ...wait(gap)];
      });
      return { seed, schedule: [...of(STARTS, start), ...before, QUIET, ...later] };
    });

const next: Release = { version: 2, migrations: { 2: 'good' } };

const setNames = (count: number, value: string): Step[] =>
  Array.from({ length: count }, (_, i) => A.sets({ name: `${value}${i}` }));

/** A page of an old release writes while a new one migrates. The new one is visited again. */
const migrating: fc.Arbitrary<LateScenario> = fc
  .record({ seed, first: gap, second: gap, before: fc.nat({ max: 2 }), after: fc.nat({ max: 2 }) })
  .map(({ seed, first, second, before, after }) => ({
    seed,
    schedule: [
      ...[A.opens(), QUIET, ...setNames(before, 'before'), ...wait(first)],
      ...[B.opens(next), ...wait(second), ...setNames(after, 'after'), QUIET],
      ...[B.opens(next), QUIET, B.opens(next), QUIET],
    ],
  }));

const adopter: Release = { adopt: 'keys' };

/** Two tabs adopt the same keys, as after a browser start, and write. */
const adopting: fc.Arbitrary<LateScenario> = fc
  .record({ seed, first: gap, second: gap, names: fc.nat({ max: 2 }), notes: fc.nat({ max: 2 }) })
  .map(({ seed, first, second, names, notes }) => ({
    seed,
    schedule: [
      ...[others.writes('old-name', 'Ada'), others.writes('old-theme', 'dark'), QUIET],
      ...[A.opens(adopter), ...wait(first), ...setNames(names, 'name'), B.opens(adopter)],
      ...[...wait(second), ...Array.from({ length: notes }, (_, n) => B.updates('note', `${n}`))],
      ...[A.sets({ theme: 'sepia' }), QUIET],
    ],
  }));

export const LATE_SCENARIOS = {
  'tabs that write at the same time': writing(fc.constant(TABS.length)),
  'a page of an old release while a new one migrates': migrating,
  'tabs that adopt the same keys at the same time': adopting,
};

/**
 * A known gap: a tab that was opened milliseconds ago hasn't seen the entry that another tab started
 * from, so it doesn't know which properties an unmarked write intended.
 */
export const OPENING = writing(fc.nat({ max: TABS.length }));

export type LateKind = keyof typeof LATE_SCENARIOS;

/** Random numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Some messages are immediate, others slow. */
export function createDelay(seed: number): () => number {
  const random = createRandom(seed);
  return () => {
    const speed = random();
    return Math.floor((speed < 0.3 ? 0 : speed < 0.6 ? 5 : 50) * random());
  };
}
