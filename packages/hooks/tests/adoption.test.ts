import { resetModules } from '@tuffet/core/testing';
import {
  type Adopter,
  type CreateStorageOptions,
  createLocalStorage,
  createSessionStorage,
  type TuffetError,
} from '@tuffet/hooks';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type User = { name: string; age?: number; tags: string[] };

resetStorage();

function open(adopt: Adopter<User>, options: Partial<CreateStorageOptions<User>> = {}) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<User>({
    storageModuleKey: 'user',
    initial: { name: 'new', tags: [] },
    onError: (error) => void errors.push(error),
    adopt,
    ...options,
  });
  return { ...storage, errors, codes: errors.map(({ code }) => code) };
}

const stored = () => Object.fromEntries(Object.entries({ ...localStorage }).sort());

const takeName: Adopter<User> = ({ take }) => {
  const name = take('old-name');
  return name === null ? undefined : { name };
};

describe('adopt', () => {
  test('returns the values of a new module, and what it took is removed', () => {
    localStorage.setItem('old-name', 'Ada');
    localStorage.setItem('unrelated', '1');
    const { get, codes } = open(takeName);
    expect(get()).toEqual({ name: 'Ada', tags: [] });
    expect(stored()).toEqual({ unrelated: '1', user: '{"name":"Ada","tags":[]}\t' });
    expect(codes).toEqual([]);
  });

  test('keeps what it only read', () => {
    localStorage.setItem('old-name', 'Ada');
    open(({ read }) => ({ name: read('old-name') ?? undefined }));
    expect(stored()).toEqual({ 'old-name': 'Ada', user: '{"name":"Ada","tags":[]}\t' });
  });

  test('receives the initial values', () => {
    const adopt = vi.fn(() => undefined);
    open(adopt);
    expect(adopt).toHaveBeenCalledExactlyOnceWith(expect.anything(), { name: 'new', tags: [] });
  });

  test('without old data, the module has its initial values', () => {
    expect(open(takeName).get()).toEqual({ name: 'new', tags: [] });
    expect(stored()).toEqual({ user: '{"name":"new","tags":[]}' });
  });

  test('that returns nothing removes nothing', () => {
    localStorage.setItem('old-name', 'Ada');
    open(({ take }) => void take('old-name'));
    expect(stored()).toEqual({ 'old-name': 'Ada', user: '{"name":"new","tags":[]}' });
  });

  test('removes a taken key whose text is empty', () => {
    localStorage.setItem('old-name', '');
    open(takeName);
    expect(stored()).toEqual({ user: '{"name":"","tags":[]}\t' });
  });

  test('never removes the entry of the module itself', () => {
    open(({ take }) => ({ name: take('user') ?? 'none' }));
    expect(stored()).toEqual({ user: '{"name":"none","tags":[]}\t' });
  });

  test.each([
    ['this', { user: '{"name":"here","tags":[]}' }, {}],
    ['an older', { user: '{"name":"old","tags":[]}' }, { version: 2, preVersion: 1 }],
    ['an older, stranded', { user: '{"name":"old","tags":[]}' }, { version: 3 }],
    ['a newer', { user_v4: '{"name":"later","tags":[]}' }, { version: 3 }],
  ])('does not run if an entry of %s version exists', (_, entries, options) => {
    Object.entries({ ...entries, 'old-name': 'Ada' }).forEach(([k, v]) => {
      localStorage.setItem(k, v);
    });
    const adopt = vi.fn(takeName);
    open(adopt, options);
    expect(adopt).not.toHaveBeenCalled();
    expect(localStorage.getItem('old-name')).toBe('Ada');
  });

  test('keeps an entry of other code that looks like the previous version', () => {
    localStorage.setItem('user', 'Ada');
    expect(open(takeName, { version: 2 }).codes).toEqual(['version']);
    expect(localStorage.getItem('user')).toBe('Ada');
  });

  test('runs once: not on the next visit', () => {
    localStorage.setItem('old-name', 'Ada');
    open(takeName);
    resetModules();
    localStorage.setItem('old-name', 'Bob');
    expect(open(takeName).get('name')).toBe('Ada');
    expect(localStorage.getItem('old-name')).toBe('Bob');
  });

  test('writes values of the current version', () => {
    localStorage.setItem('old-name', 'Ada');
    const migrate = vi.fn((root: object) => ({ ...root }));
    open(takeName, { version: 3, migrations: { 2: migrate, 3: migrate } });
    expect(migrate).not.toHaveBeenCalled();
    expect(stored()).toEqual({ user_v3: '{"name":"Ada","tags":[]}\t' });
  });

  test('reads the storage of the module', () => {
    sessionStorage.setItem('old-name', 'Ada');
    const initial = { name: 'new', tags: [] };
    const options = { storageModuleKey: 'user', initial, adopt: takeName };
    expect(createSessionStorage<User>(options).get('name')).toBe('Ada');
    expect({ ...sessionStorage }).toEqual({ user: '{"name":"Ada","tags":[]}\t' });
  });

  test('may return undefined for a property: check receives the initial value', () => {
    const check = ({ name }: { name?: unknown }) => (name ? undefined : 'no name');
    const { codes, get } = open(() => ({ name: undefined, age: 7 }), { check });
    expect([codes, get()]).toEqual([[], { name: 'new', tags: [], age: 7 }]);
  });

  test('stores a copy', () => {
    const tags = ['a'];
    const { get } = open(() => ({ tags }));
    tags.push('b');
    expect(get('tags')).toEqual(['a']);
  });

  test('in two tabs at the same time keeps what one of them has set', () => {
    localStorage.setItem('old-name', 'Ada');
    const { get, set } = open(takeName);
    const adopted = stored().user as string;
    set({ name: 'Bob' });
    const oldValue = stored().user as string;
    // The other tab hasn't seen this one's entry when it adopts.
    localStorage.setItem('user', adopted);
    const event = { key: 'user', oldValue, newValue: adopted, storageArea: localStorage };
    dispatchEvent(new StorageEvent('storage', event));
    expect(get('name')).toBe('Bob');
    expect(JSON.parse(stored().user as string).name).toBe('Bob');
  });

  test('does not remove the key of the module, so other tabs never show initial values', () => {
    const removeItem = vi.spyOn(Storage.prototype, 'removeItem');
    localStorage.setItem('old-name', 'Ada');
    open(takeName);
    expect(removeItem.mock.calls.map(([key]) => key)).not.toContain('user');
  });
});

describe('adopt that fails', () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const failures: [string, (name: string) => unknown, string][] = [
    ['throws', () => JSON.parse('{'), 'SyntaxError'],
    ['returns an array', () => [], 'adopt returned an Array, not a plain object'],
    ['returns a promise', async () => ({}), 'adopt returned a Promise, not a plain object'],
    ['returns a cycle', () => ({ name: circular }), 'TypeError'],
    ['returns nothing that it took', () => ({ name: undefined }), 'it took "old-name", but'],
    ['returns a function', (name) => ({ name: name.trim }), '"name" is a function'],
    ['returns NaN', (name) => ({ name: Number(name) }), '"name" is NaN'],
    ['returns a promise of a value', (name) => ({ name: (async () => name)() }), 'a Promise'],
    ['returns what check rejects', () => ({ name: '' }), 'check rejected the result: no name'],
  ];

  test.each(failures)('reports it, and storage stays as it is: it %s', (_, fail, cause) => {
    localStorage.setItem('old-name', 'Ada');
    const check: CreateStorageOptions<User>['check'] = ({ name }) => (name ? undefined : 'no name');
    const adopt = (({ take }) => fail(take('old-name') as string)) as Adopter<User>;
    const { get, errors } = open(adopt, { check });
    expect(errors).toMatchObject([{ code: 'migration', key: 'user' }]);
    expect(errors[0]?.hint).toContain('The old keys are unchanged');
    expect(errors[0]?.hint).toContain(cause);
    expect(get()).toEqual({ name: 'new', tags: [] });
    expect(stored()).toEqual({ 'old-name': 'Ada' });
  });

  test('runs again on the next visit, as the message says', () => {
    localStorage.setItem('old-name', 'Ada');
    open(() => {
      throw new Error('not yet');
    });
    resetModules();
    expect(open(takeName).get('name')).toBe('Ada');
    expect(stored()).toEqual({ user: '{"name":"Ada","tags":[]}\t' });
  });

  test('does not run again after a write, and the old keys stay', () => {
    localStorage.setItem('old-name', 'Ada');
    const { set } = open(() => {
      throw new Error('not yet');
    });
    set({ age: 7 });
    resetModules();
    expect(open(takeName).get()).toEqual({ name: 'new', tags: [], age: 7 });
    expect(localStorage.getItem('old-name')).toBe('Ada');
  });
});

describe('a write that fails', () => {
  function fail(name: string): void {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', name);
    });
  }

  test('because storage is full keeps the old keys, and the next visit adopts them', () => {
    localStorage.setItem('old-name', 'Ada');
    fail('QuotaExceededError');
    expect(open(takeName).codes).toEqual(['quota']);
    expect(stored()).toEqual({ 'old-name': 'Ada' });
    vi.restoreAllMocks();
    resetModules();
    expect(open(takeName).get('name')).toBe('Ada');
  });

  test('because storage is blocked keeps the old keys, and the values are in memory', () => {
    localStorage.setItem('old-name', 'Ada');
    fail('SecurityError');
    const { codes, get, helper } = open(takeName);
    expect([codes, get('name'), helper.isPersistent()]).toEqual([['denied'], 'Ada', false]);
    expect(stored()).toEqual({ 'old-name': 'Ada' });
  });

  test('because storage is blocked keeps the version that was migrated', () => {
    localStorage.setItem('user', '{"name":"Ada","tags":[]}');
    fail('SecurityError');
    const options = { version: 2, migrations: { 2: (root: object) => ({ ...root }) } };
    expect(open(takeName, options).get('name')).toBe('Ada');
    expect(stored()).toEqual({ user: '{"name":"Ada","tags":[]}' });
  });
});

test('for any old keys and any failure, values are in the module or under their old keys', () => {
  const keys = fc.uniqueArray(fc.constantFrom('old-name', 'old-age', 'old-tags', 'other'));
  const outcome = fc.constantFrom('adopts', 'throws', 'returns nothing', 'is rejected', 'is full');
  fc.assert(
    fc.property(keys, keys, fc.dictionary(fc.string(), fc.string()), outcome, (...input) => {
      const [present, taken, extra, result] = input;
      resetModules();
      localStorage.clear();
      for (const key of present) localStorage.setItem(key, `text of ${key}`);
      const before = stored();
      const values: Record<string, unknown> = { ...extra, name: 'adopted', tags: [] };
      if (result === 'is full') {
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new DOMException('', 'QuotaExceededError');
        });
      }
      const adopt: Adopter<User> = ({ take }) => {
        for (const key of taken) values[`from ${key}`] = take(key);
        if (result === 'throws') throw new Error('failed');
        return result === 'returns nothing' ? undefined : (values as User);
      };
      const check = () => (result === 'is rejected' ? 'rejected' : undefined);
      open(adopt, { check });
      vi.restoreAllMocks();
      const after = stored();
      const removed = present.filter((key) => !(key in after));
      const { user } = after;
      if (result === 'adopts') {
        expect(removed.sort()).toEqual(present.filter((key) => taken.includes(key)).sort());
        expect(JSON.parse(user as string)).toEqual(values);
      } else if (result === 'returns nothing') {
        expect(after).toEqual({ ...before, user: '{"name":"new","tags":[]}' });
      } else {
        expect(after).toEqual(before);
      }
    }),
  );
});
