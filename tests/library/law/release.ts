import type { Adopter, Build, Exports, Values } from './library.ts';

/**
 * A release of an application that defines the module `app`, as plain data. The behavior of its
 * callbacks is stated by name.
 */
export interface Release {
  /** The build of the library. Default: production. */
  readonly library?: Build | 'released';
  readonly initial?: Values;
  readonly version?: unknown;
  readonly preVersion?: unknown;
  readonly check?: keyof typeof CHECKS;
  readonly merge?: keyof typeof MERGES;
  /** By step. 'undefined' passes the option without a value. */
  readonly migrations?: Readonly<Record<number, keyof typeof MIGRATIONS>> | 'undefined';
  readonly adopt?: keyof typeof ADOPTERS;
  readonly storeInitial?: false;
  readonly protect?: true | 'strict';
  readonly consent?: true;
  /** The age of all values, in milliseconds. */
  readonly expiry?: number;
  readonly onError?: keyof typeof HANDLERS;
  /** The option with this name is misspelled. */
  readonly typo?: keyof typeof TYPOS;
}

export const KEY = 'app';

/** The initial values of a release that states none. */
export const INITIAL: Values = { theme: 'light', name: '', box: { size: 0 } };

export const keyOf = (version: number): string => (version > 1 ? `${KEY}_v${version}` : KEY);

type Root = Record<string, unknown>;
type Check = (root: Root) => unknown;

/** Returns a callback that behaves in two ways in turn. */
function alternate<F extends (...args: never[]) => unknown>(first: F, second: F): F {
  let calls = 0;
  return ((...args) => (calls++ % 2 ? second : first)(...args)) as F;
}

function fail(): never {
  throw new Error('a callback failed');
}

/** Nothing waits for the promises of callbacks, which may reject. */
function unawaited<V>(promise: Promise<V>): Promise<V> {
  promise.catch(() => {});
  return promise;
}

const isKnown = ({ theme }: Root) => /^(light|dark)/.test(String(theme));

/** Every call of a function in these tables returns a new callback, for one page. */
export const CHECKS = {
  enum: (): Check => (root) => (isKnown(root) ? undefined : `unknown theme ${root.theme}`),
  strict:
    (initial: Values): Check =>
    (root) =>
      Object.keys(root).find((name) => !(name in initial)),
  boolean: (): Check => isKnown,
  promise: (): Check => async () => undefined,
  object: (): Check => (root) => (isKnown(root) ? undefined : { issues: [] }),
  throws: (): Check => (root) => (isKnown(root) ? undefined : fail()),
  alwaysThrows: (): Check => fail,
  rejects: (): Check => () => 'never valid',
  alternates: (): Check =>
    alternate<Check>(
      () => undefined,
      () => 'not now',
    ),
  mutates: (): Check => (root) => {
    for (const name of Object.keys(root)) delete root[name];
    return undefined;
  },
};

type Merge = (stored: Root, initial: Root) => unknown;

const mergeBox: Merge = (stored, initial) => ({
  ...stored,
  box: { ...Object(initial.box), ...Object(stored.box) },
});

export const MERGES = {
  deep: (): Merge => mergeBox,
  drops: (): Merge => (_, initial) => initial,
  replaces: (): Merge => (stored) => ({ ...stored, name: 'merged' }),
  throws: (): Merge => fail,
  array: (): Merge => () => [],
  nothing: (): Merge => () => undefined,
  text: (): Merge => () => 'merged',
  promise: (): Merge => async (stored) => stored,
  alternates: (): Merge => alternate<Merge>((stored) => stored, fail),
  mutates: (): Merge => (stored) => {
    for (const name of Object.keys(stored)) delete stored[name];
    return stored;
  },
};

type Migration = (previous: Root, step: number) => unknown;

const carryOver: Migration = (previous, step) => ({ ...previous, [`step${step}`]: step });

export const MIGRATIONS = {
  good: (): Migration => carryOver,
  renames:
    (): Migration =>
    ({ name, ...rest }) => ({ ...rest, title: name ?? '' }),
  drops: (): Migration => () => ({}),
  throws: (): Migration => fail,
  array: (): Migration => (previous) => [previous],
  nothing: (): Migration => () => undefined,
  promise: (): Migration => async (previous) => previous,
  cyclic: (): Migration => (previous) => {
    const cycle: Root = { ...previous };
    cycle.self = cycle;
    return cycle;
  },
  mutates: (): Migration => (previous) => {
    for (const name of Object.keys(previous)) delete previous[name];
    return fail();
  },
  alternates: (): Migration => alternate<Migration>(fail, carryOver),
  /** Loses each value in another way. */
  loses: (): Migration => (previous) => {
    const kinds = [fail, Promise.resolve(1), Number.NaN, Symbol('lost')];
    const lost = Object.keys(previous).map((name, i) => [name, kinds[i % kinds.length]]);
    return { ...Object.fromEntries(lost), lost: kinds[0] };
  },
  /** Not a function: production builds accept it. */
  text: (): unknown => 'migrate',
};

const OLD_KEYS = { name: 'old-name', theme: 'old-theme' };

const takeAll: Adopter = ({ take }) => Object.values(OLD_KEYS).map((key) => take(key));

const takeAllLater = async (...args: Parameters<Adopter>) => takeAll(...args);

export const ADOPTERS = {
  keys: ({ fromKeys }: Exports): Adopter => fromKeys(OLD_KEYS),
  own: ({ fromZustand }: Exports): Adopter => fromZustand(KEY),
  /** Uses the text under the module's own key, but doesn't take it. */
  ownRead:
    (): Adopter =>
    ({ read }) =>
      read(KEY) === null ? undefined : { name: `from ${read(KEY)?.length}` },
  reads:
    (): Adopter =>
    ({ read }) => ({ name: read('old-name') ?? '' }),
  throws: (): Adopter => (old, initial) => {
    takeAll(old, initial);
    return fail();
  },
  array: (): Adopter => takeAll,
  nothing: (): Adopter => (old, initial) => void takeAll(old, initial),
  empty: (): Adopter => (old, initial) => ({ name: void takeAll(old, initial) }),
  loses: (): Adopter => (old, initial) => ({ name: Number(`x${takeAll(old, initial)}`) }),
  promise: (): Adopter => (old, initial) => unawaited(takeAllLater(old, initial)),
  text: (): unknown => 'fromKeys',
};

type Handler = (reread: () => void) => void;

export const HANDLERS = {
  throws: (): Handler => fail,
  reads: (): Handler => (reread) => reread(),
};

/** Misspelled options, and what they should be. */
export const TYPOS = {
  migration: 'migrations',
  migrate: 'migrations',
  preversion: 'preVersion',
  previousVersion: 'preVersion',
  adapt: 'adopt',
  validate: 'check',
} as const;
