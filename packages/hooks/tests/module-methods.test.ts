import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Settings = { theme: string; list: number[]; nickname?: string };

resetStorage();

const create = () =>
  createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', list: [1] },
  });

const entry = () => JSON.parse(localStorage.getItem('settings') as string);

test('get returns one value, or its initial value', () => {
  const { get, set, storageModule } = create();
  set({ theme: 'dark' });
  expect([get('theme'), get('nickname')]).toEqual(['dark', undefined]);
  storageModule.clear();
  expect(get('theme')).toBe('light');
});

test('get returns all values in a new object', () => {
  const { get, storageModule } = create();
  storageModule.clear();
  const values = get() as Settings;
  expect(values).toEqual({ theme: 'light', list: [1] });
  values.theme = 'dark';
  expect(get()).toEqual({ theme: 'light', list: [1] });
});

test('set saves some properties with one notification, and undefined removes one', () => {
  const storage = create();
  const listener = vi.fn();
  storeOf(storage).subscribe(listener);
  expect(storage.set({ theme: 'dark', nickname: 'Ada' })).toBe(true);
  expect(listener).toHaveBeenCalledOnce();
  storage.set({ nickname: undefined });
  expect(entry()).toEqual({ theme: 'dark', list: [1] });
});

test('set rejects a value that is not an object of properties', () => {
  const hint = 'set needs an object, not "dark".';
  const error = expect.objectContaining({ code: 'invalid-options', hint });
  expect(() => create().set('dark' as never)).toThrow(error);
});

test('a listener is called immediately, after every change, and not after unsubscribing', () => {
  const storage = create();
  const listener = vi.fn();
  const unsubscribe = storage.subscribe(listener);
  useStorage(storage).theme.set('dark');
  localStorage.setItem('settings', '{"theme":"blue","list":[]}');
  dispatchEvent(new StorageEvent('storage', { key: 'settings', storageArea: localStorage }));
  unsubscribe();
  storage.set({ theme: 'light' });
  expect(listener.mock.calls.map(([{ theme }]) => theme)).toEqual(['light', 'dark', 'blue']);
});

test('a listener that writes during its first call is called with the new values', () => {
  const { subscribe, set } = create();
  const seen: string[] = [];
  subscribe(({ theme }) => {
    if (seen.push(theme) === 1) set({ theme: 'dark' });
  });
  expect(seen).toEqual(['light', 'dark']);
});

test('a changed copy of the values writes only what was changed in it', () => {
  const storage = create();
  let values = {} as { theme: string };
  storage.subscribe((latest) => {
    values = latest;
  })();
  // Another tab has written, and its event hasn't arrived yet.
  localStorage.setItem('settings', '{"theme":"light","list":[1,2]}');
  values.theme = 'dark';
  expect(storage.set(values)).toBe(true);
  expect(entry()).toEqual({ theme: 'dark', list: [1, 2] });
});

test('properties with the names of methods and members are like all others', () => {
  type Odd = {
    get: number;
    set: number;
    subscribe: number;
    initial: number;
    ['__proto__']: number;
  };
  const initial = JSON.parse('{"get":1,"set":2,"subscribe":3,"initial":4,"__proto__":5}') as Odd;
  const storage = createLocalStorage<Odd>({ storageModuleKey: 'odd', initial });
  expect(storage.set({ get: 6, subscribe: 7 })).toBe(true);
  const names = ['get', 'set', 'subscribe', 'initial', '__proto__'] as const;
  expect(names.map((name) => storage.get(name))).toEqual([6, 2, 7, 4, 5]);
  expect(Object.entries(storage.get())).toHaveLength(5);
});

test('after a failed write, a subscriber gets the stored values again, as Svelte needs', () => {
  const { set, subscribe } = createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', list: [1] },
    check: ({ theme }) => (theme === 'pink' ? 'no' : undefined),
    onError: () => {},
  });
  let shown = {} as Settings;
  subscribe((values) => {
    shown = values as Settings;
  });
  const assign = (changes: Partial<Settings>) => set(Object.assign(shown, changes));
  expect(assign({ theme: 'pink' })).toBe(false);
  expect(shown.theme).toBe('light');
  expect(() => assign({ nickname: (() => {}) as never })).toThrow('unserializable');
  expect(assign({ nickname: 'Ada' })).toBe(true);
  expect(entry()).toEqual({ theme: 'light', list: [1], nickname: 'Ada' });
});
