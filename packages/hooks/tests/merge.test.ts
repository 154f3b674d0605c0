import { resetModules } from '@tuffet/core/testing';
import {
  type Adopter,
  type CreateStorageOptions,
  createLocalStorage,
  type TuffetError,
  useStorage,
} from '@tuffet/hooks';
import { mergeDeep } from '@tuffet/hooks/merge';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Settings = { editor: { tabs: number; wrap: boolean }; theme: string; token?: string };

const initial = { editor: { tabs: 4, wrap: true }, theme: 'light' };

resetStorage();

function open(options: Partial<CreateStorageOptions<Settings>> = {}) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial,
    onError: (error) => void errors.push(error),
    merge: mergeDeep,
    ...options,
  });
  return { ...storage, items: useStorage(storage), errors };
}

const put = (root: unknown) => localStorage.setItem('settings', JSON.stringify(root));
const stored = () => JSON.parse(localStorage.getItem('settings') as string);

describe('merge', () => {
  test('combines a stored object with its initial value', () => {
    put({ editor: { tabs: 2 }, theme: 'dark', token: 't' });
    const { get, items } = open();
    expect(get()).toEqual({ editor: { tabs: 2, wrap: true }, theme: 'dark', token: 't' });
    expect(items.editor.get()).toBe(items.editor.get());
  });

  test('the result is never stored, until the property is set', () => {
    put({ editor: { tabs: 2 }, theme: 'light' });
    const { items, get } = open();
    items.theme.set('dark');
    expect(stored()).toEqual({ editor: { tabs: 2 }, theme: 'dark' });
    items.editor.set({ ...get('editor'), tabs: 3 });
    expect(stored()).toEqual({ editor: { tabs: 3, wrap: true }, theme: 'dark' });
  });

  test('may leave out or rename stored properties: they stay in the entry', () => {
    put({ colour: 'dark', editor: { tabs: 2, wrap: true }, theme: 'light' });
    const merge = ({ colour, ...rest }: Record<string, unknown>) => ({ ...rest, theme: colour });
    const { get, items } = open({ merge: merge as never });
    expect(get('theme')).toBe('dark');
    items.token.set('t');
    expect(stored()).toMatchObject({ colour: 'dark', theme: 'light', token: 't' });
  });

  test.each([[[]], [null], [undefined], [5], [new Map()], [Promise.resolve({})]])(
    'that returns %o is reported, initial values are shown, and the entry stays',
    (result) => {
      put({ theme: 'dark', editor: { tabs: 2 }, token: 't' });
      const { errors, get, set } = open({ merge: () => result as never });
      const isOmitted = result === null || result === undefined;
      expect(get()).toEqual(isOmitted ? stored() : initial);
      expect(errors.map(({ code }) => code)).toEqual(isOmitted ? [] : ['schema']);
      set({ theme: 'blue' });
      expect(stored()).toEqual({ theme: 'blue', editor: { tabs: 2 }, token: 't' });
    },
  );

  test('is called with the stored and the initial values', () => {
    put({ theme: 'dark' });
    const merge = vi.fn((root) => root);
    open({ merge });
    expect(merge.mock.calls[0]).toEqual([{ theme: 'dark' }, initial]);
  });

  test('runs before check, so that a new required name does not reset the entry', () => {
    put({ editor: { tabs: 2 }, theme: 'dark' });
    const check = ({ editor }: Record<string, unknown>) =>
      'wrap' in (editor as object) ? undefined : 'editor.wrap is missing';
    const { get, errors } = open({ check });
    expect([get('theme'), errors]).toEqual(['dark', []]);
  });

  test('runs for what an older release stores in another tab', () => {
    const { get } = open();
    const [oldValue, newValue] = [JSON.stringify(stored()), '{"editor":{"tabs":8},"theme":"x"}'];
    localStorage.setItem('settings', newValue);
    const event = { key: 'settings', oldValue, newValue, storageArea: localStorage };
    dispatchEvent(new StorageEvent('storage', event));
    expect(get('editor')).toEqual({ tabs: 8, wrap: true });
  });

  test('does not change initial, also if the result contains parts of it', () => {
    put({ editor: {}, theme: 'dark' });
    const { set, get } = open();
    set({ editor: { ...get('editor'), tabs: 1 } });
    expect(initial).toEqual({ editor: { tabs: 4, wrap: true }, theme: 'light' });
    expect(Object.isFrozen(initial.editor)).toBe(false);
  });

  test('an error after a change in another tab is reported, and other modules receive theirs', () => {
    const bug = new Error('a bug');
    const { errors } = open({
      merge: (root) => {
        if (root.theme === 'dark') throw bug;
        return {};
      },
    });
    const other = createLocalStorage<{ n: number }>({ storageModuleKey: 'n', initial: { n: 0 } });
    const listener = vi.fn();
    other.subscribe(listener);
    listener.mockClear();
    put({ theme: 'dark' });
    localStorage.setItem('n', '{"n":1}');
    dispatchEvent(new Event('pageshow'));
    expect(errors.map(({ code, cause }) => [code, cause])).toEqual([['schema', bug]]);
    expect(listener.mock.calls).toEqual([[{ n: 1 }]]);
  });

  test('an error is reported, initial values are shown, and the entry stays', () => {
    put({ theme: 'dark' });
    const merge = () => {
      throw new Error('a bug');
    };
    const { errors, get } = open({ merge });
    expect(errors.map(({ code, hint }) => [code, hint])).toEqual([
      [
        'schema',
        '`check` or `merge` failed: Error: a bug. The stored entry is unchanged, and reads return the initial values.',
      ],
    ]);
    expect([get(), stored().theme]).toEqual([initial, 'dark']);
  });

  test('applies to adopted values when they are read again', () => {
    const adopt = () => ({ editor: { tabs: 2 } }) as never;
    open({ adopt });
    resetModules();
    expect(open({ adopt }).get('editor')).toEqual({ tabs: 2, wrap: true });
  });

  test('works with another serializer', () => {
    type Dated = { day: { at: Date; note: string } };
    const create = () =>
      withSerializer(richJson).createLocalStorage<Dated>({
        storageModuleKey: 'dated',
        initial: { day: { at: new Date(0), note: '' } },
        merge: mergeDeep,
      });
    localStorage.setItem('dated', richJson.stringify({ day: { at: new Date(5) } }));
    expect(create().get('day')).toEqual({ at: new Date(5), note: '' });
  });
});

describe('values from functions', () => {
  const isComplete = ({ editor }: Record<string, unknown>) =>
    'wrap' in (editor as object) ? undefined : 'editor.wrap is missing';

  test('are merged before check validates them', () => {
    localStorage.setItem('old', '{"editor":{"tabs":2}}');
    const adopt: Adopter<Settings> = ({ take }) => JSON.parse(take('old') as string);
    const { errors, get } = open({ adopt, check: isComplete });
    expect([errors, get('editor').tabs]).toEqual([[], 2]);
    expect(localStorage.getItem('old')).toBeNull();
  });

  test('are stored as the function returned them, even if merge or check changes its argument', () => {
    localStorage.setItem('old', '{"theme":"dark"}');
    const empty = (root: object) => {
      for (const name of Object.keys(root)) Reflect.deleteProperty(root, name);
      return undefined as never;
    };
    open({ adopt: ({ take }) => JSON.parse(take('old') as string), merge: empty, check: empty });
    expect(stored()).toMatchObject({ theme: 'dark' });
  });

  test('report an error of merge, and nothing changes', () => {
    localStorage.setItem('old', '{"theme":"dark"}');
    const adopt: Adopter<Settings> = ({ take }) => JSON.parse(take('old') as string);
    const merge = () => {
      throw new Error('wrong');
    };
    const { errors } = open({ adopt, merge, check: isComplete });
    expect(errors.map(({ code }) => code)).toEqual(['migration']);
    expect({ ...localStorage }).toEqual({ old: '{"theme":"dark"}' });
  });
});

test('mergeDeep leaves properties that are not stored to storeInitial', () => {
  put({ theme: 'dark' });
  const { items, set } = open({ storeInitial: false });
  expect([items.editor.exist(), items.editor.get()]).toEqual([false, initial.editor]);
  set({ theme: 'blue' });
  expect(stored()).toEqual({ theme: 'blue' });
});

describe('mergeDeep', () => {
  test.each([
    [
      'nested objects',
      { a: { b: { c: 1 } } },
      { a: { b: { d: 2 }, e: 3 } },
      { a: { b: { c: 1, d: 2 }, e: 3 } },
    ],
    ['arrays', { a: [1] }, { a: [2, 3] }, { a: [1] }],
    ['null', { a: null }, { a: { b: 1 } }, { a: null }],
    ['another type', { a: { b: 1 } }, { a: 1 }, { a: { b: 1 } }],
    ['extra names', { x: { y: 1 } }, {}, { x: { y: 1 } }],
  ])('of %s', (_, stored, initial, merged) => {
    expect(mergeDeep(stored, initial)).toEqual(merged);
  });

  const json = fc
    .dictionary(
      fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string()),
      fc.jsonValue() as fc.Arbitrary<unknown>,
    )
    .map((value) => JSON.parse(JSON.stringify(value)));

  test('keeps every stored value, and adds what nested objects lack', () => {
    fc.assert(
      fc.property(json, json, (stored, initial) => {
        const merged = mergeDeep(stored, initial);
        expect(mergeDeep(merged, initial)).toEqual(merged);
        expect(mergeDeep(stored, merged)).toEqual(merged);
        expect(mergeDeep(stored, {})).toEqual(stored);
        expect(mergeDeep({ initial: {} }, { initial })).toEqual({ initial });
        expect(Object.keys(merged)).toEqual(Object.keys(stored));
      }),
    );
  });
});
