import { createLocalStorage, type TuffetError, useStorage, useStorageHelper } from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { openTabs } from '@tuffet/hooks/testing';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Cart = { items: string[]; note?: string };

resetStorage();

/** The module of an old release with two items in its cart. */
function openOld(version = 1) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<Cart>({
    storageModuleKey: 'cart',
    initial: { items: [] },
    version,
    onError: (error) => void errors.push(error),
  });
  const items = useStorage(storage);
  items.items.set(['tea', 'cup']);
  return { storage, items, errors, helper: useStorageHelper(storage) };
}

/** Removes an entry as another tab does: this page receives the event afterwards. */
function removeElsewhere(key: string) {
  const oldValue = localStorage.getItem(key);
  localStorage.removeItem(key);
  return () =>
    dispatchEvent(
      new StorageEvent('storage', { key, oldValue, newValue: null, storageArea: localStorage }),
    );
}

/** Migrates the entry as a newer release does in another tab. */
function migrateElsewhere() {
  localStorage.setItem('cart_v2', '{"lines":["tea","cup"]}');
  return removeElsewhere('cart');
}

test('an old page is told when a newer release raises the version without migrations', async () => {
  const create = (version: number) => () =>
    createLocalStorage<Cart>({ storageModuleKey: 'cart', initial: { items: [] }, version });
  const entries = { cart: '{"items":["tea"]}' };
  const tabs = await openTabs({ entries, old: create(1), current: create(2) });
  tabs.deliverEvents();
  expect(tabs.old.reports.map(({ code }) => code)).toEqual(['version']);
  expect(tabs.old.storage.set({ items: ['milk'] })).toBe(false);
  expect(tabs.old.storage.get('items')).toEqual(['tea']);
  expect({ ...localStorage }).toEqual({ cart_v2: '{"items":[]}' });
});

describe('a write of an old page whose event arrives after the migration', () => {
  const migrate = () => {
    localStorage.setItem('cart', '{"items":["tea"]}');
    createLocalStorage<Cart>({
      storageModuleKey: 'cart',
      initial: { items: [] },
      version: 2,
      migrations: { 2: (old) => old as Cart },
    });
  };
  const receive = (oldValue: string | null, newValue: string | null) =>
    dispatchEvent(
      new StorageEvent('storage', { key: 'cart', oldValue, newValue, storageArea: localStorage }),
    );
  const late = '{"items":["tea","cup"]}';

  test('becomes a backup', () => {
    migrate();
    receive('{"items":["tea"]}', late);
    expect(localStorage.cart).toBe(late);
  });

  test('stays removed if the old page has removed it since', () => {
    migrate();
    receive('{"items":["tea"]}', late);
    receive(late, null);
    expect('cart' in localStorage).toBe(false);
  });
});

describe('when a newer release migrates the entry in another tab, the old page', () => {
  test('keeps its values and reports version once, with advice', () => {
    const { storage, items, errors } = openOld();
    const listener = vi.fn();
    storeOf(storage).subscribe(listener);
    migrateElsewhere()();
    expect(items.items.get()).toEqual(['tea', 'cup']);
    expect(storage.helper.getModule()).toEqual({ items: ['tea', 'cup'] });
    expect(listener).not.toHaveBeenCalled();
    expect(errors.map(({ code, key }) => [code, key])).toEqual([['version', 'cart']]);
    expect(errors[0]?.hint).toMatch(/newer release .* another tab\..* Reload the page\.$/);
  });

  test('stops writing: every write returns false and changes nothing', () => {
    const { storage, items, errors, helper } = openOld();
    migrateElsewhere()();
    const before = { ...localStorage };
    const { storageModule, helper: moduleHelper } = storage;
    expect([
      items.items.set(['milk']),
      items.note.reset(),
      helper.patch({ items: [], note: 'x' }),
      helper.initialize(),
      storageModule.removeItem('items'),
      storageModule.clear(),
      moduleHelper.setModule({ items: [] }),
      moduleHelper.clearModule(),
    ]).toEqual(Array(8).fill(false));
    expect({ ...localStorage }).toEqual(before);
    expect(items.items.get()).toEqual(['tea', 'cup']);
    expect(errors).toHaveLength(1);
  });

  test('detects it at its next write, before any event', () => {
    const { items, errors } = openOld();
    migrateElsewhere();
    expect(items.items.set(['milk'])).toBe(false);
    expect(localStorage.getItem('cart')).toBeNull();
    expect(errors.map((error) => error.code)).toEqual(['version']);
  });

  test('detects it even if it wrote after the removal', () => {
    const { items, errors } = openOld();
    const dispatch = removeElsewhere('cart');
    items.items.set(['milk']);
    localStorage.setItem('cart_v2', '{}');
    dispatch();
    expect(errors.map((error) => error.code)).toEqual(['version']);
    expect(items.items.set(['tea'])).toBe(false);
  });
});

describe('an entry that is removed', () => {
  test('without a newer version resets the module to its initial values', () => {
    const { items, errors } = openOld();
    removeElsewhere('cart')();
    expect(items.items.get()).toEqual([]);
    expect(items.items.set(['milk'])).toBe(true);
    expect(errors).toEqual([]);
  });

  test('resets the module even if a newer version was already stored when it was created', () => {
    localStorage.setItem('cart_v3', '{}');
    const { items, errors } = openOld(2);
    expect(errors.map((error) => error.code)).toEqual(['version']);
    removeElsewhere('cart_v2')();
    expect(items.items.get()).toEqual([]);
    expect(items.items.set(['milk'])).toBe(true);
    expect(errors).toHaveLength(1);
  });
});
