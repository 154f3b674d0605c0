import { StorageModule } from '@tuffet/core';
import { describe, expect, test, vi } from 'vitest';
import { create, errorOf, natives } from './protection-setup.ts';

test('is off by default', { tags: ['lib-protect-off-default'] }, () => {
  create();
  localStorage.setItem('user', '{}');
  localStorage.removeItem('user');
  expect(localStorage.getItem('user')).toBeNull();
});

describe('on', () => {
  test('makes direct setItem and removeItem calls throw and change nothing', {
    tags: [
      'lib-helper-protect',
      'lib-protect-by-helper',
      'lib-protect-set-throws',
      'lib-protect-remove-throws',
      'lib-protect-error',
    ],
  }, () => {
    const { helper } = create();
    helper.protect();
    for (const attack of [
      () => localStorage.setItem('user', '{}'),
      () => localStorage.removeItem('user'),
    ]) {
      expect(errorOf(attack)).toMatchObject({
        name: 'TuffetError',
        code: 'protected-key',
        key: 'user',
      });
      expect(errorOf(attack)?.message).toMatch(
        /"user".*Write through its module, or call helper\.cancelProtect\(\)/,
      );
    }
    expect(localStorage.getItem('user')).toBe('{"name":"a"}');
  });

  test('allows the module itself to write, remove and clear', {
    tags: ['lib-protect-own-writes'],
  }, () => {
    const { module, helper } = create();
    helper.protect();
    expect(module.setItem('name', 'b')).toBe(true);
    module.removeItem('name');
    module.clear();
    expect(localStorage.getItem('user')).toBe('{}');
    helper.clearModule();
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('does not affect other keys or the other storage', {
    tags: ['lib-protect-other-keys'],
  }, () => {
    create().helper.protect();
    localStorage.setItem('other', 'x');
    sessionStorage.setItem('user', 'x');
    localStorage.removeItem('other');
    sessionStorage.clear();
    expect([localStorage.length, sessionStorage.length]).toEqual([1, 0]);
  });

  test('keeps the module during a direct clear, which removes everything else', {
    tags: ['lib-protect-clear-keeps', 'lib-protect-clear-removes-rest'],
  }, () => {
    create().helper.protect();
    for (const key of ['a', 'length', 'key', 'setItem']) localStorage.setItem(key, 'x');
    localStorage.clear();
    expect([localStorage.length, localStorage.key(0)]).toEqual([1, 'user']);
  });

  test('keeps the backups of the module during a direct clear', () => {
    create().helper.protect();
    const backups = ['user__backup1', 'user__backup12', 'user__corrupt'];
    for (const key of [...backups, 'other__backup1', 'user__backup'])
      localStorage.setItem(key, 'x');
    localStorage.clear();
    expect(Object.keys({ ...localStorage }).sort()).toEqual(['user', ...backups]);
  });

  test('leaves the prototype that another script has given to the storage', () => {
    const prototype = Object.create(Storage.prototype);
    Object.setPrototypeOf(localStorage, prototype);
    try {
      create().helper.protect();
      expect(Object.getPrototypeOf(localStorage)).toBe(prototype);
    } finally {
      Object.setPrototypeOf(localStorage, Storage.prototype);
    }
  });

  test('keeps the native TypeErrors, converts a key once and returns nothing', () => {
    create().helper.protect();
    const set = localStorage.setItem as (...args: unknown[]) => unknown;
    expect(() => set.call(localStorage, 'x')).toThrow(
      expect.objectContaining({ name: 'TypeError' }),
    );
    expect(() => (localStorage.removeItem as () => void)()).toThrow(
      expect.objectContaining({ name: 'TypeError' }),
    );
    expect(() => set.call(localStorage, Symbol('x'), '')).toThrow(
      expect.objectContaining({ name: 'TypeError' }),
    );
    expect(() => set.call({}, 'x', 'y')).toThrow(expect.objectContaining({ name: 'TypeError' }));
    let asked = 0;
    const tricky = { toString: () => (asked++ ? 'user' : 'other') };
    expect(set.call(localStorage, tricky, 'x')).toBeUndefined();
    expect([asked, localStorage.getItem('other')]).toEqual([1, 'x']);
  });

  test('has methods with the names, lengths and property attributes of the native ones', () => {
    create().helper.protect();
    for (const [name, length] of [
      ['setItem', 2],
      ['removeItem', 1],
      ['clear', 0],
    ] as const) {
      const { value, ...attributes } = Object.getOwnPropertyDescriptor(
        Storage.prototype,
        name,
      ) as PropertyDescriptor;
      expect([value.name, value.length]).toEqual([name, length]);
      expect(attributes).toEqual({ writable: true, enumerable: true, configurable: true });
    }
  });

  test('ends with cancelProtect', {
    tags: ['lib-helper-cancel-protect', 'lib-protect-cancel'],
  }, () => {
    const { helper } = create();
    helper.protect();
    helper.cancelProtect();
    localStorage.setItem('user', '{"name":"raw"}');
    localStorage.removeItem('user');
    expect(Storage.prototype.setItem).toBe(natives.setItem?.value);
  });

  test('continues for one module when it ends for another', () => {
    const first = create('first').helper;
    const second = create('second').helper;
    first.protect();
    second.protect('strict');
    second.cancelProtect();
    expect(errorOf(() => localStorage.removeItem('first'))?.code).toBe('protected-key');
    localStorage.removeItem('second');
    first.cancelProtect();
  });

  test('keeps a patch that another script applied later', () => {
    const { helper } = create();
    helper.protect();
    const ours = Storage.prototype.setItem;
    const theirs = function (this: Storage, key: string, value: string) {
      ours.call(this, key, value);
    };
    Storage.prototype.setItem = theirs;
    helper.cancelProtect();
    expect(Storage.prototype.setItem).toBe(theirs);
    localStorage.setItem('user', '{"name":"raw"}');
    Object.defineProperty(Storage.prototype, 'setItem', natives.setItem as PropertyDescriptor);
  });
});

describe('localStorage.clear', () => {
  test('logs one warning in development if it leaves protected entries, and names erase', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    create('cart').helper.protect();
    create('user').helper.protect('strict');
    for (let time = 0; time < 2; time++) {
      localStorage.setItem('other', 'x');
      localStorage.clear();
    }
    const [[warning], ...others] = warn.mock.calls as [[string]];
    expect(warning).toMatch(
      /left the protected entries "(cart", "user|user", "cart)"\. .* erase from @tuffet\/hooks\/backups/,
    );
    expect(others).toEqual([]);
    warn.mockRestore();
  });

  test('logs nothing if it removes everything', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    create('user').helper.protect();
    localStorage.setItem('other', 'x');
    sessionStorage.clear();
    create('cart').helper.clearModule();
    const user = new StorageModule('user', 'local', true);
    user.getHelper().clearModule();
    localStorage.clear();
    expect([localStorage.length, warn.mock.calls]).toEqual([0, []]);
    warn.mockRestore();
  });
});

describe('strict', () => {
  test('adds an accessor per key to the prototype chain of the storage, until protection ends', () => {
    const [one, two] = [create('one').helper, create('two').helper];
    const layer = () => Object.getPrototypeOf(localStorage);
    two.protect();
    one.protect('strict');
    expect([Object.keys(layer()), Object.getPrototypeOf(layer())]).toEqual([
      ['one'],
      Storage.prototype,
    ]);
    const { get, set } = Object.getOwnPropertyDescriptor(layer(), 'one') as PropertyDescriptor;
    expect(get?.()).toBe('{"name":"a"}');
    expect(errorOf(() => set?.('x'))).toMatchObject({ code: 'protected-key', key: 'one' });
    one.clearModule();
    expect(get?.()).toBeUndefined();
    two.protect('strict');
    expect(Object.keys(layer())).toEqual(['two', 'one']);
    one.protect();
    expect(Object.keys(layer())).toEqual(['two']);
    two.cancelProtect();
    expect(layer()).toBe(Storage.prototype);
    expect(errorOf(() => localStorage.removeItem('one'))?.code).toBe('protected-key');
  });

  test('does not hide the methods of Storage from a module named like one', () => {
    const { helper } = create('getItem');
    helper.protect('strict');
    expect(localStorage.getItem('getItem')).toBe('{"name":"a"}');
    expect(errorOf(() => localStorage.setItem('getItem', 'x'))?.code).toBe('protected-key');
  });
});
