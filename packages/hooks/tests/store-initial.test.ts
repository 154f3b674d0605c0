import { resetModules } from '@tuffet/core/testing';
import {
  type CreateStorageOptions,
  createLocalStorage,
  type TuffetError,
  useStorage,
  useStorageHelper,
} from '@tuffet/hooks';
import { withSerializer } from '@tuffet/hooks/serializer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Settings = { theme: string; size: number; token?: string };

resetStorage();

function open(options: Partial<CreateStorageOptions<Settings>> = {}) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', size: 12 },
    onError: (error) => void errors.push(error),
    storeInitial: false,
    ...options,
  });
  return { ...storage, items: useStorage(storage), whole: useStorageHelper(storage), errors };
}

const stored = (key = 'settings') => localStorage.getItem(key)?.trim() ?? null;

test('check validates migrated values together with the initial ones', () => {
  localStorage.setItem('settings', '{"color":"dark"}');
  const { errors, get } = open({
    version: 2,
    migrations: { 2: ({ color }) => ({ theme: color }) },
    check: ({ theme, size }) => (theme && size ? undefined : 'incomplete'),
  });
  expect([errors, get()]).toEqual([[], { theme: 'dark', size: 12 }]);
  expect(stored('settings_v2')).toBe('{"theme":"dark"}');
});

describe('with storeInitial: false', () => {
  test('creating a module stores nothing, and reads return the initial values', () => {
    const { get, items, whole, helper } = open();
    expect(get()).toEqual({ theme: 'light', size: 12 });
    expect([items.theme.get(), get('size'), Object.keys(items)]).toEqual([
      'light',
      12,
      ['theme', 'size'],
    ]);
    expect([stored(), whole.size(), items.theme.exist(), helper.getExistence()]).toEqual([
      null,
      0,
      false,
      false,
    ]);
  });

  test('only what is set is stored, even if it equals the initial value', () => {
    const { items } = open();
    items.theme.set('light');
    expect(stored()).toBe('{"theme":"light"}');
    items.size.set((size) => size + 1);
    expect(stored()).toBe('{"theme":"light","size":13}');
  });

  test('a later release can change the default of those who never chose', () => {
    open().items.size.set(14);
    resetModules();
    const { get } = open({ initial: { theme: 'dark', size: 16 } });
    expect(get()).toEqual({ theme: 'dark', size: 14 });
    expect(stored()).toBe('{"size":14}');
  });

  test('reset and initialize remove what was set', () => {
    const { items, whole, get } = open();
    whole.patch({ theme: 'dark', size: 14, token: 't' });
    items.theme.reset();
    expect([stored(), items.theme.get()]).toEqual(['{"size":14,"token":"t"}', 'light']);
    whole.initialize();
    expect([stored(), get()]).toEqual(['{}', { theme: 'light', size: 12 }]);
  });

  test('a property that an old entry lacks is not added', () => {
    localStorage.setItem('settings', '{"theme":"dark"}');
    expect(open().get()).toEqual({ theme: 'dark', size: 12 });
    expect(stored()).toBe('{"theme":"dark"}');
  });

  test('adopted and migrated values are stored without initial ones', () => {
    const adopt = (_: unknown, initial: object) => ({ theme: `not ${Object.values(initial)[0]}` });
    expect(open({ adopt }).get()).toEqual({ theme: 'not light', size: 12 });
    expect(stored()).toBe('{"theme":"not light"}');
    resetModules();
    const migrations = { 2: () => ({ size: 2 }) };
    expect(open({ version: 2, migrations }).get()).toEqual({ theme: 'light', size: 2 });
    expect(stored('settings_v2')).toBe('{"size":2}');
  });

  test('a corrupted entry is replaced by what is set, and saved as a backup', () => {
    localStorage.setItem('settings', 'corrupt');
    const { get, set, errors } = open();
    expect(get()).toEqual({ theme: 'light', size: 12 });
    expect([errors.map(({ code }) => code), stored()]).toEqual([['corrupt'], 'corrupt']);
    set({ size: 14 });
    expect([stored(), stored('settings__backup1')]).toEqual(['{"size":14}', 'corrupt']);
  });

  test('check validates stored values together with initial ones', () => {
    const check = (root: Record<string, unknown>) =>
      Object.keys(root).sort().join() === 'size,theme' ? undefined : 'incomplete';
    const { items, errors } = open({ check });
    expect(items.theme.set('dark')).toBe(true);
    expect(items.token.set('t')).toBe(false);
    expect(errors.map(({ code }) => code)).toEqual(['schema']);
  });

  test('it works with another serializer', () => {
    const { createLocalStorage: create } = withSerializer({
      stringify: (value) => btoa(JSON.stringify(value)),
      parse: (text) => JSON.parse(atob(text)),
    });
    const initial = { theme: 'light' };
    const module = create<{ theme: string }>({
      storageModuleKey: 'settings',
      initial,
      storeInitial: false,
    });
    expect([module.get(), stored()]).toEqual([initial, null]);
    module.set({ theme: 'dark' });
    expect(atob(stored() as string)).toBe('{"theme":"dark"}');
  });
});

test('by default, initial values are stored', () => {
  open({ storeInitial: true });
  expect(stored()).toBe('{"theme":"light","size":12}');
  resetModules();
  localStorage.clear();
  open({ storeInitial: undefined as never });
  expect(stored()).toBe('{"theme":"light","size":12}');
});

type Values = Readonly<Record<string, number>>;

/** The current release, and what its user has chosen. */
interface Model {
  readonly initial: Values;
  readonly chosen: Values;
}

const steps = {
  set: ({ initial, chosen }: Model, name: string, value: number): Model => ({
    initial,
    chosen: { ...chosen, [name]: value },
  }),
  reset: ({ initial, chosen }: Model, name: string): Model => ({
    initial,
    chosen: Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== name)),
  }),
  initialize: ({ initial }: Model): Model => ({ initial, chosen: {} }),
  release: ({ initial, chosen }: Model, name: string, value: number): Model => ({
    initial: { ...initial, [name]: value },
    chosen,
  }),
};

type Name = 'theme' | 'size';

const actions = {
  set: ({ set }: ReturnType<typeof open>, name: Name, value: number) => set({ [name]: value }),
  reset: ({ items }: ReturnType<typeof open>, name: Name) => items[name].reset(),
  initialize: ({ whole }: ReturnType<typeof open>) => whole.initialize(),
  release: () => resetModules(),
};

test('after any sequence of changes and releases, exactly the chosen values are stored', () => {
  const name = fc.constantFrom<Name>('theme', 'size');
  const kind = fc.constantFrom('set', 'reset', 'initialize', 'release' as const);
  const step = fc.tuple(kind, name, fc.nat(3));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (sequence) => {
      resetModules();
      localStorage.clear();
      let model: Model = { initial: { theme: 0, size: 0 }, chosen: {} };
      for (const [kind, name, value] of sequence) {
        actions[kind](open({ initial: model.initial as never }), name, value);
        model = steps[kind](model, name, value);
        const { get, helper } = open({ initial: model.initial as never });
        expect(get()).toEqual({ ...model.initial, ...model.chosen });
        expect(helper.getModule()).toEqual(model.chosen);
      }
    }),
    { numRuns: 500 },
  );
});
