import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, useStorage, useStorageHelper } from '@tuffet/hooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** Compares modules with plain maps after random operations. */

const NAMES = [
  'a1',
  '_b',
  '$c',
  'URL',
  '中文',
  '__proto__',
  'constructor',
  'then',
  'toJSON',
  'length',
];
const INITIAL: [string, unknown][] = [
  ['a1', 0],
  ['__proto__', 'p'],
  ['length', []],
];

type Anything = Record<string, unknown>;

const name = fc.constantFrom(...NAMES);
const value = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }).map((v) => JSON.parse(JSON.stringify(v))),
);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('set' as const), name, value) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('update' as const), name, value) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('reset' as const), name) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('patch' as const),
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('initialize' as const)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('clear' as const)) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('raw' as const),
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('drop' as const)) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** An entry as a map; null: there is none. */
type Model = Map<string, unknown> | null;

const isThere = ([, v]: [string, unknown]) => v !== undefined;

function nextModel(model: Model, [kind, first, second]: [string, unknown?, unknown?]): Model {
  const written = new Map(model ?? INITIAL);
  const put = (key: string, v: unknown) =>
    v === undefined ? written.delete(key) : written.set(key, v);
  const initial = new Map(INITIAL);
  switch (kind) {
    case 'initialize':
      return initial;
    case 'clear':
      return new Map();
    case 'drop':
      return null;
    case 'raw':
      return new Map(Object.entries(Object.fromEntries(first as [])).filter(isThere));
    case 'patch':
      for (const [key, v] of Object.entries(Object.fromEntries(first as []))) put(key, v);
      return written;
    case 'reset':
      put(first as string, initial.get(first as string));
      return written;
    default:
      put(first as string, second);
      return written;
  }
}

function create(key: string) {
  const storage = createLocalStorage<Anything>({
    storageModuleKey: key,
    initial: Object.fromEntries(INITIAL) as never,
  });
  return { key, storage, items: useStorage(storage), helper: useStorageHelper(storage) };
}

type Module = ReturnType<typeof create>;

function apply({ key, storage, items, helper }: Module, [kind, first, second]: Step): void {
  const item = typeof first === 'string' ? items[first] : undefined;
  if (kind === 'set') item?.set(second as never);
  if (kind === 'update') item?.set((() => second) as never);
  if (kind === 'reset') item?.reset();
  if (kind === 'patch') helper.patch(Object.fromEntries(first) as never);
  if (kind === 'initialize') helper.initialize();
  if (kind === 'clear') storage.storageModule.clear();
  if (kind === 'raw') localStorage.setItem(key, JSON.stringify(Object.fromEntries(first)));
  if (kind === 'drop') localStorage.removeItem(key);
}

function expectEqual({ key, storage, items, helper }: Module, model: Model): void {
  const text = localStorage.getItem(key);
  const entry = Object.fromEntries(model ?? []);
  const values = new Map(INITIAL);
  for (const [name, v] of model ?? []) values.set(name, v);
  // One comparison instead of one per value: most of the time is spent in `expect`.
  expect({
    stored: text === null ? null : JSON.parse(text),
    entry: storage.helper.getModule(),
    size: helper.size(),
    items: NAMES.map((name) => [name, items[name]?.exist(), items[name]?.get()]),
  }).toEqual({
    stored: model && entry,
    entry,
    size: model?.size ?? 0,
    items: NAMES.map((name) => [name, model?.has(name) ?? false, values.get(name)]),
  });
}

function start(keys: string[]): { module: Module; model: Model }[] {
  resetModules();
  localStorage.clear();
  return keys.map((key) => ({ module: create(key), model: new Map(INITIAL) }));
}

const RUNS = 5000;

test('a module has the same contents as a plain map after any sequence of operations', {
  tags: ['lib-set-value', 'lib-exist-present', 'lib-initialize-whole', 'lib-one-entry'],
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      for (const state of start(['m'])) {
        for (const one of steps) {
          apply(state.module, one);
          state.model = nextModel(state.model, one);
          expectEqual(state.module, state.model);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('two modules never affect each other', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), step), { maxLength: 12 }), (steps) => {
      const states = start(['m', 'm2']);
      for (const [isSecond, one] of steps) {
        const state = states[Number(isSecond)] as (typeof states)[number];
        apply(state.module, one);
        state.model = nextModel(state.model, one);
      }
      for (const { module, model } of states) expectEqual(module, model);
    }),
    { numRuns: RUNS },
  );
});
