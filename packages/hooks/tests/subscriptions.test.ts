import {
  createLocalStorage,
  type StorageItem,
  type TuffetStorage,
  useStorage,
} from '@tuffet/hooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Settings = { theme: string; size: number };

interface Subscribed {
  readonly storage: TuffetStorage<Settings>;
  readonly theme: StorageItem<string>;
}

/** How a listener is added, and what it is called with. */
type Kind = [name: string, add: (to: Subscribed, listener: (theme: string) => void) => () => void];

const KINDS: Kind[] = [
  ['an item', ({ theme }, listener) => theme.subscribe(listener)],
  ['a module', ({ storage }, listener) => storage.subscribe((values) => listener(values.theme))],
];

resetStorage();

let opened: Subscribed;
beforeEach(() => {
  const storage = createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', size: 1 },
  });
  opened = { storage, theme: useStorage(storage).theme };
});

/** Returns how often a write reads storage. */
function countReads(): number {
  const getItem = vi.spyOn(Storage.prototype, 'getItem');
  opened.theme.set(`theme ${performance.now()}`);
  const { length } = getItem.mock.calls;
  getItem.mockRestore();
  return length;
}

describe.each(KINDS)('the listeners of %s', (name, add) => {
  test('do not read storage', () => {
    add(opened, () => {});
    const reads = countReads();
    for (let n = 0; n < 100; n++) add(opened, () => {});
    expect(countReads()).toBe(reads);
  });

  test('are called in their order, the same function once per subscription', () => {
    const calls: string[] = [];
    const twice = (theme: string) => calls.push(`twice ${theme}`);
    const stops = [
      add(opened, twice),
      add(opened, (theme) => calls.push(`once ${theme}`)),
      add(opened, twice),
    ];
    calls.length = 0;
    opened.theme.set('dark');
    expect(calls).toEqual(['twice dark', 'once dark', 'twice dark']);
    stops[0]?.();
    stops[0]?.();
    opened.theme.set('blue');
    expect(calls.slice(3)).toEqual(['once blue', 'twice blue']);
  });

  test('are not called if an earlier one unsubscribes them, and later if one adds them', () => {
    const calls: string[] = [];
    let stop = () => {};
    add(opened, (theme) => {
      if (theme === 'light') return;
      stop();
      add(opened, (later) => theme === 'dark' && later !== 'dark' && calls.push(`added ${later}`));
    });
    stop = add(opened, (theme) => calls.push(`stopped ${theme}`));
    calls.length = 0;
    opened.theme.set('dark');
    expect(calls).toEqual([]);
    opened.theme.set('blue');
    expect(calls).toEqual(['added blue']);
  });

  test('receive the latest value if an earlier one writes', () => {
    const seen: string[] = [];
    add(opened, (theme) => theme === 'dark' && opened.theme.set('blue'));
    add(opened, (theme) => seen.push(theme));
    seen.length = 0;
    opened.theme.set('dark');
    expect(seen).toEqual(['blue', 'blue']);
  });

  test('are called although one throws', () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    let last = '';
    add(opened, (theme) => {
      if (theme === 'dark') throw new Error(name);
    });
    add(opened, (theme) => {
      last = theme;
    });
    opened.theme.set('dark');
    expect([last, reportError.mock.calls.length]).toEqual(['dark', 1]);
  });

  test('can be added again after the last one has unsubscribed', () => {
    add(opened, () => {})();
    let last = '';
    add(opened, (theme) => {
      last = theme;
    });
    opened.theme.set('dark');
    expect(last).toBe('dark');
  });
});

test('every listener of a module gets its own object, whose changes no other one sees', () => {
  const seen: object[] = [];
  for (let n = 0; n < 2; n++) {
    opened.storage.subscribe((values) => {
      seen.push(values);
      if (values.theme === 'dark') values.theme = 'changed';
    });
  }
  seen.length = 0;
  opened.theme.set('dark');
  expect(seen[0]).not.toBe(seen[1]);
  expect(opened.storage.get()).toEqual({ theme: 'dark', size: 1 });
  opened.storage.set(seen[1] as Settings);
  expect(opened.storage.get()).toEqual({ theme: 'changed', size: 1 });
});
