import { createLocalStorage, type TuffetError, useStorage, useStorageHelper } from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type UserInfo = { token?: string; hasSigned: boolean; tags?: string[] };

resetStorage();

function create() {
  const storage = createLocalStorage<UserInfo>({
    storageModuleKey: 'user',
    initial: { hasSigned: false },
  });
  return { storage, items: useStorage(storage), helper: useStorageHelper(storage) };
}

/** Without the mark of a write. */
const entry = () => localStorage.getItem('user')?.trim();

describe('an item', () => {
  test('gets and sets its property', {
    tags: ['lib-item-get', 'lib-item-set', 'lib-set-value', 'lib-standalone-way'],
  }, () => {
    const { token } = create().items;
    expect(token.get()).toBeUndefined();
    expect(token.set('a')).toBe(true);
    expect(token.get()).toBe('a');
    expect(entry()).toBe('{"hasSigned":false,"token":"a"}');
  });

  test('accepts a function of the latest value', { tags: ['lib-item-set'] }, () => {
    const { tags } = create().items;
    tags.set(['a']);
    const { set } = tags;
    set((list) => [...(list ?? []), 'b']);
    set((list) => [...(list ?? []), 'c']);
    expect(tags.get()).toEqual(['a', 'b', 'c']);
  });

  test('resets to its initial value', { tags: ['lib-item-reset', 'lib-reset-initial'] }, () => {
    const { hasSigned } = create().items;
    hasSigned.set(true);
    expect(hasSigned.reset()).toBe(true);
    expect(hasSigned.get()).toBe(false);
    expect(entry()).toBe('{"hasSigned":false}');
  });

  test('without an initial value resets to undefined', {
    tags: ['lib-item-reset', 'lib-reset-undefined'],
  }, () => {
    const { token } = create().items;
    token.set('a');
    token.reset();
    expect([token.get(), token.exist()]).toEqual([undefined, false]);
    expect(entry()).toBe('{"hasSigned":false}');
  });

  test('returns whether it exists', { tags: ['lib-item-exist', 'lib-exist-present'] }, () => {
    const { token, hasSigned } = create().items;
    expect([token.exist(), hasSigned.exist()]).toEqual([false, true]);
    token.set('');
    expect(token.exist()).toBe(true);
    token.set(undefined);
    expect(token.exist()).toBe(false);
  });

  test('that is required returns its initial value if the entry lacks it', () => {
    const { items, storage } = create();
    storage.storageModule.clear();
    expect([items.hasSigned.get(), items.hasSigned.exist()]).toEqual([false, false]);
    expect(storage.storageModule.getItem('hasSigned')).toBeUndefined();
  });

  test('set after the entry was removed restores the required properties', () => {
    const { items } = create();
    localStorage.removeItem('user');
    items.token.set('a');
    expect(entry()).toBe('{"hasSigned":false,"token":"a"}');
  });

  test('calls its subscribers with the new value until they unsubscribe', () => {
    const { token, hasSigned } = create().items;
    const listener = vi.fn();
    const stop = token.subscribe(listener);
    token.set('a');
    hasSigned.set(true);
    token.reset();
    stop();
    token.set('b');
    expect(listener.mock.calls).toEqual([['a'], [undefined]]);
  });

  test('is the same object for every call', () => {
    const { storage, items } = create();
    expect(useStorage(storage).token).toBe(items.token);
  });

  test('exists for any name, and is neither thenable nor a JSON hook', async () => {
    type Odd = { then?: number; toJSON?: number; constructor: number };
    const storage = createLocalStorage<Odd>({
      storageModuleKey: 'odd',
      initial: { constructor: 1 },
    });
    const items = useStorage(storage);
    items.then.set(1);
    items.toJSON.set(2);
    expect(await items).toBe(items);
    expect(localStorage.getItem('odd')).toBe('{"constructor":1,"then":1,"toJSON":2}');
    expect(Object.keys(items)).toEqual(['constructor', 'then', 'toJSON']);
    expect(JSON.parse(JSON.stringify(items))).toEqual({ constructor: {}, then: {}, toJSON: {} });
    expect('then' in items && !('other' in items)).toBe(true);
    const attributes = { enumerable: true, configurable: true, writable: true };
    expect(Object.getOwnPropertyDescriptor(items, 'then')).toMatchObject(attributes);
    expect({ ...items }.then).toBe(items.then);
    expect((items as Record<symbol, unknown>)[Symbol.iterator]).toBeUndefined();
  });
});

describe('the helper', () => {
  test('counts and finds properties', {
    tags: ['lib-hook-helper-size', 'lib-hook-helper-contains'],
  }, () => {
    const { helper, items } = create();
    expect([helper.size(), helper.contains('token')]).toEqual([1, false]);
    items.token.set('a');
    expect([helper.size(), helper.contains('token')]).toEqual([2, true]);
  });

  test('initializes the whole module and removes optional properties', {
    tags: ['lib-hook-helper-initialize', 'lib-initialize-whole'],
  }, () => {
    const { helper, items } = create();
    items.token.set('a');
    items.hasSigned.set(true);
    expect(helper.initialize()).toBe(true);
    expect(entry()).toBe('{"hasSigned":false}');
    expect(items.token.exist()).toBe(false);
  });

  test('patches several properties with one notification', () => {
    const { helper, storage, items } = create();
    const listener = vi.fn();
    storeOf(storage).subscribe(listener);
    items.token.set('old');
    expect(helper.patch({ hasSigned: true, tags: ['x'], token: undefined })).toBe(true);
    expect(JSON.parse(entry() as string)).toEqual({ hasSigned: true, tags: ['x'] });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('patches all or nothing', () => {
    const { helper } = create();
    const patch = () => helper.patch({ hasSigned: true, token: (() => '') as never });
    expect(patch).toThrow(expect.objectContaining({ code: 'unserializable' }));
    expect(entry()).toBe('{"hasSigned":false}');
  });

  test.each([
    ['theme', '"theme"'],
    [['a'], 'an Array'],
    [undefined, 'undefined'],
    [Promise.resolve({}), 'a Promise'],
  ])('rejects a patch that is not an object of properties: %j', (values, shown) => {
    const { helper } = create();
    const hint = `patch needs an object, not ${shown}.`;
    const error = expect.objectContaining({ code: 'invalid-options', key: 'user', hint });
    expect(() => helper.patch(values as never)).toThrow(error);
    expect(entry()).toBe('{"hasSigned":false}');
  });

  test('has no method to remove or clear', {
    tags: ['lib-hook-helper-no-remove', 'lib-hook-helper-no-clear'],
  }, () => {
    expect(Object.keys(create().helper).sort()).toEqual([
      'contains',
      'initialize',
      'patch',
      'size',
    ]);
  });
});

test('a corrupted entry stays until the first write, which saves it as a backup', {
  tags: ['lib-corrupted-entry'],
}, () => {
  localStorage.setItem('user', '{"hasSigned":tru');
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<UserInfo>({
    storageModuleKey: 'user',
    initial: { hasSigned: false },
    onError: (error) => void errors.push(error),
  });
  expect(errors.map(({ code, raw }) => [code, raw])).toEqual([['corrupt', '{"hasSigned":tru']]);
  expect([storage.get(), entry()]).toEqual([{ hasSigned: false }, '{"hasSigned":tru']);
  storage.set({ token: 'a' });
  expect([entry(), localStorage.getItem('user__backup1')]).toEqual([
    '{"hasSigned":false,"token":"a"}',
    '{"hasSigned":tru',
  ]);
  useStorageHelper(storage).initialize();
  expect(localStorage.getItem('user__backup1')).toBeNull();
});

test('a handler that throws makes creating throw that same error', () => {
  localStorage.setItem('user', 'foo');
  let reported: unknown;
  const run = () =>
    createLocalStorage<UserInfo>({
      storageModuleKey: 'user',
      initial: { hasSigned: false },
      onError(error) {
        reported = error;
        throw error;
      },
    });
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBe(reported);
  expect(localStorage.getItem('user')).toBe('foo');
});
