import fc from 'fast-check';
import type { Fault } from './faults.ts';
import type { Release } from './release.ts';
import { A, B, C, others, type Schedule, type Step } from './schedule.ts';

/** Differences between releases. A release combines a few of these. */
const ASPECTS: readonly Release[] = [
  { library: 'development' },
  { library: 'development' },
  { library: 'released' },
  { library: 'released' },
  { initial: { theme: 'light' } },
  { initial: { theme: 'dark', name: '', box: { size: 0, depth: 1 }, extra: 'x' } },
  { version: 2 },
  { version: 2 },
  { version: 3 },
  { version: 3, preVersion: 1 },
  { version: 2, migrations: 'undefined' },
  { version: 2, migrations: { 2: 'good' } },
  { version: 2, migrations: { 2: 'good' } },
  { version: 3, migrations: { 2: 'good', 3: 'good' } },
  { version: 3, migrations: { 2: 'renames', 3: 'good' } },
  { version: 3, migrations: { 3: 'good' } },
  { version: 3, migrations: { 2: 'good' } },
  { version: 3, migrations: { 2: 'good', 3: 'throws' } },
  { version: 3, preVersion: 1, migrations: { 3: 'good' } },
  { version: 2, migrations: { 2: 'renames' } },
  { version: 2, migrations: { 2: 'drops' } },
  { version: 2, migrations: { 2: 'throws' } },
  { version: 2, migrations: { 2: 'array' } },
  { version: 2, migrations: { 2: 'nothing' } },
  { version: 2, migrations: { 2: 'promise' } },
  { version: 2, migrations: { 2: 'cyclic' } },
  { version: 2, migrations: { 2: 'mutates' } },
  { version: 2, migrations: { 2: 'alternates' } },
  { version: 2, migrations: { 2: 'loses' } },
  { version: 2, migrations: { 2: 'text' } },
  { version: 2, migrations: {} },
  { version: '2' },
  { version: 0 },
  { version: 1.5 },
  { version: 2, preVersion: 2 },
  { version: 2, preVersion: 0 },
  { check: 'enum' },
  { check: 'enum' },
  { check: 'strict' },
  { check: 'boolean' },
  { check: 'promise' },
  { check: 'object' },
  { check: 'throws' },
  { check: 'alwaysThrows' },
  { check: 'rejects' },
  { check: 'alternates' },
  { check: 'mutates' },
  { merge: 'deep' },
  { merge: 'deep' },
  { merge: 'drops' },
  { merge: 'replaces' },
  { merge: 'throws' },
  { merge: 'array' },
  { merge: 'nothing' },
  { merge: 'text' },
  { merge: 'promise' },
  { merge: 'alternates' },
  { merge: 'mutates' },
  { adopt: 'keys' },
  { adopt: 'own' },
  { adopt: 'ownRead' },
  { adopt: 'reads' },
  { adopt: 'throws' },
  { adopt: 'array' },
  { adopt: 'nothing' },
  { adopt: 'promise' },
  { adopt: 'empty' },
  { adopt: 'loses' },
  { adopt: 'text' },
  { storeInitial: false },
  { storeInitial: false },
  { protect: true },
  { protect: 'strict' },
  { consent: true },
  { expiry: 500 },
  { onError: 'throws' },
  { onError: 'reads' },
  { typo: 'migration' },
  { typo: 'preversion' },
  { typo: 'adapt' },
  { typo: 'validate' },
];

type Actor = typeof A;

const TABS: readonly Actor[] = [A, B, C];

/** Creates a step. The number makes values unique; the release is one of the schedule. */
type Template = readonly [
  weight: number,
  create: (tab: Actor, n: number, release: Release) => Step,
];

const FOREIGN: readonly ((n: number) => string)[] = [
  () => '',
  (n) => `raw${n}`,
  (n) => `{"theme":"dark${n}"`,
  (n) => `[${n}]`,
  (n) => `"dark${n}"`,
  (n) => `${n}`,
  () => 'null',
  (n) => `{"theme":"dark${n}","name":"by others ${n}"}`,
  (n) => `{"theme":"sepia${n}","more":{"n":${n}}}`,
  (n) => `{"__proto__":${n},"theme":"light${n}"}`,
  (n) => `{"theme":${n}}\t \t`,
  (n) => `{"state":{"name":"zustand${n}"},"version":0}`,
];

const FOREIGN_KEYS = [
  ...['app', 'app', 'app', 'app', 'app_v2', 'app_v2', 'app_v3', 'old-name', 'old-theme'],
  ...['app__corrupt', 'app_v2__corrupt', 'app__backup1', 'app_v1.5', 'apple'],
];

const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const TEMPLATES: readonly Template[] = [
  [14, (tab, _, release) => tab.opens(release)],
  [4, (tab, n) => tab.sets({ theme: `dark${n}` })],
  [3, (tab, n) => tab.sets({ theme: `sepia${n}` })],
  [5, (tab, n) => tab.sets({ name: `name${n}` })],
  [2, (tab, n) => tab.sets({ box: { size: n } })],
  [2, (tab, n) => tab.sets({ note: `note${n}` })],
  [1, (tab, n) => tab.sets({ name: undefined, note: `note${n}` })],
  [3, (tab, n) => tab.patches({ name: `patch${n}`, note: `patch${n}` })],
  [2, (tab, n) => tab.patches({ theme: `dark${n}`, name: `patch${n}` })],
  [1, (tab, n) => tab.setsItem('name', `item${n}`)],
  [1, (tab, n) => tab.setsItem('long', `${n}`.padEnd(60, '.'))],
  [1, (tab, n) => tab.updates('name', `update${n}`)],
  [2, (tab) => tab.removes('name')],
  [2, (tab) => tab.resets('name')],
  [1, (tab) => tab.resets('note')],
  [1, (tab, n) => tab.setsModule({ theme: `light${n}`, name: `module${n}` })],
  [1, (tab) => tab.initializes()],
  [1, (tab) => tab.clears()],
  [1, (tab) => tab.clearsModule()],
  [3, (tab) => tab.gets()],
  [1, (tab) => tab.subscribes()],
  [2, (tab) => tab.allows()],
  [1, (tab) => tab.denies()],
  [2, (tab, n) => tab.restores(n)],
  [1, (tab, n) => tab.removesBackup(n)],
  [1, (tab) => tab.erases()],
  [6, (tab) => tab.receives()],
  [3, (tab, n) => tab.receives(n)],
  [1, (tab) => tab.closes()],
  [2, (tab) => tab.freezes()],
  [3, (tab) => tab.thaws()],
  [1, (tab) => tab.breaks('getItem')],
  [2, (tab) => tab.breaks('setItem')],
  [1, (tab) => tab.breaks('removeItem')],
  [4, (tab) => tab.mends()],
  [1, (tab, n) => tab.writes(of(FOREIGN_KEYS, n), of(FOREIGN, n)(n))],
  [9, (_, n) => others.writes(of(FOREIGN_KEYS, n * 5), of(FOREIGN, n)(n))],
  [3, (_, n) => others.changes('app', { theme: `light${n}` })],
  [1, (_, n) => others.changes('app', { theme: `light${n}`, name: `others${n}` })],
  [1, (_, n) => others.removes(of(FOREIGN_KEYS, n))],
  [2, (_, n) => others.waits(n % 2 ? 300 : 1500)],
  [1, (_, n) => others.leaves((n * 13) % 120)],
];

const WEIGHTED = TEMPLATES.flatMap(([weight, create]) =>
  Array.from({ length: weight }, () => create),
);

const NO_FAULT = undefined;
const FAULTS: readonly (Fault | undefined)[] = [
  ...Array.from({ length: 12 }, () => NO_FAULT),
  { kind: 'kill', at: 1 },
  { kind: 'kill', at: 2 },
  { kind: 'kill', at: 3 },
  { kind: 'quota', at: 1, method: 'setItem' },
  { kind: 'quota', at: 2, method: 'setItem' },
  { kind: 'error', at: 1, method: 'setItem' },
  { kind: 'error', at: 2, method: 'setItem' },
  { kind: 'error', at: 1, method: 'removeItem' },
  { kind: 'error', at: 1, method: 'getItem' },
  { kind: 'error', at: 2, method: 'getItem' },
  { kind: 'error', at: 3, method: 'getItem' },
];

const indexOf = (list: readonly unknown[]) => fc.nat({ max: list.length - 1 });

const release = fc
  .array(indexOf(ASPECTS), { maxLength: 3 })
  .map((indexes): Release => Object.assign({}, ...indexes.map((i) => ASPECTS[i])));

const rawStep = fc.tuple(
  indexOf(TABS),
  indexOf(WEIGHTED),
  fc.nat({ max: 2 }),
  indexOf(FAULTS),
  fc.nat({ max: 200 }),
);

/** A schedule of pages, failures and other code. */
export const scenario: fc.Arbitrary<Schedule> = fc
  .tuple(
    fc.array(release, { minLength: 1, maxLength: 3 }),
    fc.array(rawStep, { minLength: 2, maxLength: 16 }),
  )
  .map(([releases, steps]) => {
    const opened = new Set<Actor>();
    return steps.flatMap(([tabIndex, template, releaseIndex, fault, salt], i): Step[] => {
      const tab = of(TABS, tabIndex);
      const release = of(releases, releaseIndex);
      const create = WEIGHTED[template] as Template[1];
      const step = { ...create(tab, 1 + i + 17 * salt, release), fault: FAULTS[fault] };
      const isOpen = opened.has(tab) || step.by === 'others' || step.does === 'opens';
      if (step.by !== 'others') opened.add(tab);
      return isOpen ? [step] : [tab.opens(release), step];
    });
  });
