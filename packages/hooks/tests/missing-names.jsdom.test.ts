import { type CreateStorageOptions, createLocalStorage } from '@tuffet/hooks';
import { mergeDeep } from '@tuffet/hooks/merge';
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
    initial: { editor: { tabs: 4, view: { wrap: true } }, theme: 'light' },
    onError: () => {},
    ...options,
  } as never);
  return warn.mock.calls.map(([message]) => message);
}

const warning = (path: string) =>
  `[tuffet] "settings": The stored entry has no "${path}", but initial does. Reads return the object without it. Add merge: mergeDeep from @tuffet/hooks/merge, or your own function.`;

describe('in development, a stored object without a name that initial has', () => {
  test.each([
    ['editor.tabs', { editor: { view: { wrap: true } } }],
    ['editor.view', { editor: { tabs: 2 } }],
    ['editor.view.wrap', { editor: { tabs: 2, view: {} } }],
  ])('is reported: %s', (path, entry) => {
    expect(warningsFor(entry)).toEqual([warning(path)]);
  });

  test('is reported with storeInitial: false, too', () => {
    expect(warningsFor({ editor: {} }, { storeInitial: false })).toEqual([warning('editor.tabs')]);
  });

  test.each([
    ['no entry', undefined],
    ['a missing property, which is filled in', { theme: 'dark' }],
    ['a complete object', { editor: { tabs: 2, view: { wrap: false } } }],
    ['more names', { editor: { tabs: 2, view: { wrap: false, more: 1 } }, more: {} }],
    ['another type', { editor: [], theme: {} }],
    ['null', { editor: null }],
  ])('is not confused with %s', (_, entry) => {
    expect(warningsFor(entry)).toEqual([]);
  });

  test.each([
    ['mergeDeep', mergeDeep],
    ['another function', (stored: object) => stored],
  ])('is not reported with merge: %s', (_, merge) => {
    expect(warningsFor({ editor: {} }, { merge } as never)).toEqual([]);
  });
});

test('in production, nothing is logged', () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(warningsFor({ editor: {} })).toEqual([]);
});
