import {
  createLocalStorage,
  type StorageValue,
  type TuffetStorage,
  useStorageValue,
} from '@tuffet/react-hooks';
import { createElement as h } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  createContainer,
  openOtherTab,
  settle,
  stored,
  useCleanPage,
} from '../../../tests/library/contract/mount.ts';
import { runIn } from '../../core/tests/module.ts';
import { hydrateRoot } from './driver.ts';
import { open } from './page.ts';
import { create, type Settings } from './settings.ts';

useCleanPage();

/** A component that shows one property, and records the result of the hook in every render. */
function showing<K extends keyof Settings>(storage: TuffetStorage<Settings>, name: K) {
  const seen: StorageValue<Settings[K]>[] = [];
  function Shown() {
    const result = useStorageValue(storage, name) as unknown as StorageValue<Settings[K]>;
    const [value, , { exists }] = result;
    seen.push(result);
    return h('p', null, `${value} ${exists}`);
  }
  return { Shown, seen, latest: () => seen.at(-1) as StorageValue<Settings[K]> };
}

describe('useStorageValue', { tags: ['lib-react-way'] }, () => {
  test('returns the value, a setter, and an object with reset and exists', async () => {
    const { Shown, latest } = showing(create(), 'note');
    const page = open(h(Shown));
    expect(page.text()).toBe('undefined false');
    expect(latest()[1]('milk')).toBe(true);
    expect(stored('settings')).toMatchObject({ note: 'milk' });
    await settle();
    expect(page.text()).toBe('milk true');
    expect(latest()[2].reset()).toBe(true);
    await settle();
    expect(page.text()).toBe('undefined false');
    expect(stored('settings')).not.toHaveProperty('note');
  });

  test('has a setter that accepts a function of the latest value', async () => {
    const { Shown, seen } = showing(create(), 'a');
    const page = open(h(Shown));
    const set = (seen[0] as StorageValue<number>)[1];
    set((n) => n + 1);
    set((n) => n + 1);
    await settle();
    expect(page.text()).toBe('2 true');
  });

  test('resets a property to its initial value', async () => {
    const { Shown, latest } = showing(create(), 'a');
    const page = open(h(Shown));
    latest()[1](5);
    await settle();
    latest()[2].reset();
    await settle();
    expect(page.text()).toBe('0 true');
  });

  test('re-renders only when its property changes, here or in another tab', async () => {
    const storage = create();
    const { Shown, seen } = showing(storage, 'a');
    const page = open(h(Shown));
    storage.storageModule.setItem('b', 7);
    await settle();
    expect(seen).toHaveLength(1);
    openOtherTab().setItem('settings', '{"a":4,"b":7,"list":[]}');
    await expect.poll(() => page.text()).toBe('4 true');
  });

  test('returns the same array from render to render, until its property changes', async () => {
    const storage = create();
    const { Shown, seen } = showing(storage, 'a');
    const page = open(h(Shown));
    storage.storageModule.setItem('b', 1);
    page.render(h(Shown));
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(1);
    storage.storageModule.setItem('a', 1);
    await settle();
    const [first, last] = [seen[0], seen.at(-1)] as [StorageValue<number>, StorageValue<number>];
    expect(last).not.toBe(first);
    expect([last[1], last[2].reset]).toEqual([first[1], first[2].reset]);
  });

  test('shows another property, or another module, when its arguments change', async () => {
    const [one, other] = [create(), create('other')];
    other.storageModule.setItem('b', 9);
    function Shown({ storage, name }: { storage: typeof one; name: 'a' | 'b' }) {
      const [value] = useStorageValue(storage, name);
      return h('p', null, value);
    }
    const page = open(h(Shown, { storage: one, name: 'a' }));
    one.storageModule.setItem('a', 1);
    one.storageModule.setItem('b', 2);
    await settle();
    expect(page.text()).toBe('1');
    page.render(h(Shown, { storage: one, name: 'b' }));
    expect(page.text()).toBe('2');
    page.render(h(Shown, { storage: other, name: 'b' }));
    expect(page.text()).toBe('9');
    other.storageModule.setItem('b', 10);
    await settle();
    expect(page.text()).toBe('10');
  });

  test.each(['URL', 'state', 'setA', '0', 'then', '__proto__', 'constructor', '中文'])(
    'accepts the name %s',
    async (name) => {
      const storage = create() as unknown as TuffetStorage<Record<string, string>>;
      function Shown() {
        const [value, , { exists }] = useStorageValue(storage, name);
        return h('p', null, `${value} ${exists}`);
      }
      const page = open(h(Shown));
      expect(page.text()).toBe('undefined false');
      storage.storageModule.setItem(name, 'new');
      await settle();
      expect(page.text()).toBe('new true');
    },
  );

  test('matches the HTML of the server during hydration, and then shows what is stored', async () => {
    localStorage.setItem('settings', '{"a":3,"b":0,"list":[],"note":"milk"}');
    const { Shown, seen } = showing(create(), 'note');
    const container = createContainer('<p>undefined false</p>');
    const unmount = hydrateRoot(container, h(Shown));
    await expect.poll(() => container.textContent).toBe('milk true');
    unmount();
    expect(seen[0]?.[0]).toBeUndefined();
    expect(new Set(seen.map(([, set]) => set)).size).toBe(1);
  });

  test('shows a default that a hot reload changed', () => {
    const define = (a: number) =>
      runIn(`http://localhost/src/settings.ts?t=${a}`, () =>
        createLocalStorage<Settings>({
          storageModuleKey: 'settings',
          storeInitial: false,
          initial: { a, b: 0, list: [] },
        }),
      );
    const { Shown } = showing(define(1), 'a');
    const page = open(h(Shown));
    expect(page.text()).toBe('1 false');
    define(2);
    expect(console.warn).toHaveBeenCalledTimes(1);
    vi.mocked(console.warn).mockClear();
    page.render(h(Shown));
    expect(page.text()).toBe('2 false');
  });

  test('throws for something that is not a module', () => {
    const use = () => useStorageValue(undefined as unknown as TuffetStorage<Settings>, 'a');
    expect(use).toThrow(/invalid-options.*not a module/);
  });
});
