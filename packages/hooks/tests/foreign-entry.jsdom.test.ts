import { type CreateStorageOptions, createLocalStorage } from '@tuffet/hooks';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

resetStorage();

type Options = Partial<CreateStorageOptions<Record<string, unknown>>>;

/** Returns the warnings that creating the module `settings` over an entry logs. */
function warningsFor(entry: unknown, options: Options = {}): string[] {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  if (entry !== undefined) localStorage.setItem('settings', JSON.stringify(entry));
  createLocalStorage({
    storageModuleKey: 'settings',
    initial: { theme: 'light' },
    onError: () => {},
    ...options,
  } as never);
  return warn.mock.calls.map(([message]) => message);
}

const zustand = { state: { theme: 'dark' }, version: 0 };
const redux = { theme: '"dark"', _persist: '{"version":-1,"rehydrated":true}' };

describe('in development, an entry that another library stored under the key of a module', () => {
  test.each([
    ['zustand', zustand, 'fromZustand'],
    ['redux-persist', redux, 'fromReduxPersist'],
  ])('is recognized: %s', (_, entry, reader) => {
    expect(warningsFor(entry)).toEqual([
      `[tuffet] "settings": The entry looks like one that another library stored, so its values aren't found. Add adopt: ${reader}('settings') from @tuffet/hooks/adopt.`,
    ]);
  });

  test('is recognized by a higher version, which keeps it', () => {
    expect(warningsFor(zustand, { version: 2 })).toHaveLength(1);
    expect(localStorage.getItem('settings')).toBe(JSON.stringify(zustand));
  });

  test.each([
    ['no entry', undefined],
    ['values of the module', { theme: 'dark' }],
    ['other text', 'dark'],
    ['null', null],
    ['more than an envelope', { ...zustand, theme: 'dark' }],
    ['a version that is not a number', { state: {}, version: '1' }],
  ])('is not confused with %s', (_, entry) => {
    expect(warningsFor(entry)).toEqual([]);
  });

  test('is not confused with a module that has such properties', () => {
    const initial = { state: {}, version: 1 } as never;
    expect(warningsFor(zustand, { initial })).toEqual([]);
  });
});

test('in production, nothing is logged', () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(warningsFor(zustand)).toEqual([]);
});
