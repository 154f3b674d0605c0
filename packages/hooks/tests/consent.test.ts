import { createSessionStorage, type TuffetError } from '@tuffet/hooks';
import { createConsent } from '@tuffet/hooks/consent';
import { describe, expect, test, vi } from 'vitest';
import { errorOf, resetStorage } from '../../core/tests/module.ts';
import { failWrites, initial, open, type Settings, stored } from './consent-setup.ts';

resetStorage();

describe('before the user decides', () => {
  test('a module works in memory, and no entry is read or written', () => {
    localStorage.setItem('settings', '{"theme":"dark"}');
    const read = vi.spyOn(Storage.prototype, 'getItem');
    const { get, set, items, helper } = open(createConsent());
    expect(get()).toEqual(initial);
    set({ theme: 'blue', token: 't' });
    expect(get()).toEqual({ theme: 'blue', size: 12, token: 't' });
    expect([items.theme.exist(), helper.isPersistent()]).toEqual([true, false]);
    expect(read.mock.calls.flat().filter(Boolean)).toEqual([]);
    expect(stored()).toEqual({ settings: '{"theme":"dark"}' });
  });

  test('nothing is checked, migrated, adopted or deleted', () => {
    localStorage.setItem('settings', '{"theme":"dark"}');
    const check = vi.fn();
    const adopt = vi.fn();
    const migrate = vi.fn();
    open(createConsent(), { version: 2, check, adopt, migrations: { 2: migrate } });
    expect([check, adopt, migrate].flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect(stored()).toEqual({ settings: '{"theme":"dark"}' });
  });

  test('changes in other tabs have no effect', () => {
    const { get } = open(createConsent());
    const newValue = '{"theme":"dark"}';
    localStorage.setItem('settings', newValue);
    const event = { key: 'settings', oldValue: null, newValue, storageArea: localStorage };
    dispatchEvent(new StorageEvent('storage', event));
    expect(get()).toEqual(initial);
  });

  test('the same module, created again, has the same values', () => {
    const consent = createConsent();
    open(consent).set({ theme: 'blue' });
    expect(open(consent).get('theme')).toBe('blue');
    consent.allow();
    expect(stored()).toEqual({ settings: '{"theme":"blue","size":12}' });
  });
});

describe('allow', () => {
  test('stores the initial values and what has been set', () => {
    const consent = createConsent();
    const { set, helper } = open(consent);
    set({ theme: 'blue' });
    consent.allow();
    expect(stored()).toEqual({ settings: '{"theme":"blue","size":12}' });
    expect(helper.isPersistent()).toBe(true);
    set({ theme: 'red' });
    expect(stored()).toEqual({ settings: '{"theme":"red","size":12}' });
  });

  test('keeps what is stored of an earlier consent, except for what has been set since', () => {
    localStorage.setItem('settings', '{"theme":"dark","size":20,"token":"t"}');
    const consent = createConsent();
    const { get, set } = open(consent);
    set({ size: 14 });
    consent.allow();
    expect(get()).toEqual({ theme: 'dark', size: 14, token: 't' });
    expect(stored()).toEqual({ settings: '{"theme":"dark","size":14,"token":"t"}' });
  });

  test.each([true, false])(
    'an initial value that has been set wins: storeInitial %j',
    (storeInitial) => {
      localStorage.setItem('settings', '{"theme":"dark","size":20}');
      const consent = createConsent();
      const { get, set } = open(consent, { storeInitial });
      set({ theme: 'light' });
      consent.allow();
      expect(get()).toEqual({ theme: 'light', size: 20 });
    },
  );

  test('does not undo that values were reset, or removed', () => {
    localStorage.setItem('settings', '{"theme":"dark","size":20,"token":"t"}');
    const consent = createConsent();
    const { get, set, items } = open(consent);
    items.theme.reset();
    set({ token: undefined });
    consent.allow();
    expect(get()).toEqual({ theme: 'light', size: 20 });
  });

  test('does not undo that the module was cleared', () => {
    localStorage.setItem('settings', '{"theme":"dark","size":20,"token":"t"}');
    const consent = createConsent();
    open(consent).helper.clearModule();
    consent.allow();
    expect(stored()).toEqual({});
  });

  test('ignores what could not be set', () => {
    localStorage.setItem('settings', '{"theme":"dark","size":20}');
    const consent = createConsent();
    const { get, set } = open(consent, {
      check: ({ theme }) => (theme === 'pink' ? 'no' : undefined),
    });
    expect(set({ theme: 'pink' })).toBe(false);
    consent.allow();
    expect(get()).toEqual({ theme: 'dark', size: 20 });
  });

  test('with storeInitial: false, stores nothing before something is set', () => {
    const consent = createConsent();
    open(consent, { storeInitial: false });
    consent.allow();
    expect(stored()).toEqual({});
  });

  test('migrates and adopts, then writes what has been set', () => {
    localStorage.setItem('settings', '{"theme":"dark"}');
    localStorage.setItem('old-token', 't');
    const consent = createConsent();
    const migrated = open(consent, {
      version: 2,
      migrations: { 2: ({ theme }) => ({ theme: `${theme} 2`, size: 2 }) },
    });
    const adopted = open(consent, {
      storageModuleKey: 'adopted',
      adopt: ({ take }) => ({ token: take('old-token') ?? '' }),
    });
    migrated.set({ size: 3 });
    adopted.set({ size: 4 });
    consent.allow();
    expect(stored()).toEqual({
      adopted: '{"theme":"light","size":4,"token":"t"}',
      settings_v2: '{"theme":"dark 2","size":3}',
    });
  });

  test('notifies subscribers of what was stored before', async () => {
    localStorage.setItem('settings', '{"theme":"dark","size":12}');
    const consent = createConsent();
    const { items } = open(consent);
    const [theme, size] = [vi.fn(), vi.fn()];
    items.theme.subscribe(theme);
    items.size.subscribe(size);
    items.size.set(14);
    theme.mockClear();
    consent.allow();
    await Promise.resolve();
    expect(theme).toHaveBeenCalledExactlyOnceWith('dark');
    expect(size.mock.lastCall).toEqual([14]);
  });

  test('applies to modules that are created later', () => {
    const consent = createConsent();
    consent.allow();
    open(consent);
    expect(stored()).toEqual({ settings: '{"theme":"light","size":12}' });
  });

  test('opens a module once', () => {
    const consent = createConsent();
    const adopt = vi.fn();
    open(consent, { adopt });
    consent.allow();
    localStorage.clear();
    consent.allow();
    expect(adopt).toHaveBeenCalledOnce();
    expect(stored()).toEqual({});
  });

  test('receives changes of other tabs from then on', () => {
    const consent = createConsent();
    const { get } = open(consent);
    consent.allow();
    const oldValue = localStorage.getItem('settings');
    const newValue = '{"theme":"dark","size":12}';
    localStorage.setItem('settings', newValue);
    const event = { key: 'settings', oldValue, newValue, storageArea: localStorage };
    dispatchEvent(new StorageEvent('storage', event));
    expect(get('theme')).toBe('dark');
  });

  test('only affects the modules of this consent', () => {
    const [statistics, functional] = [createConsent(), createConsent()];
    open(statistics);
    open(functional, { storageModuleKey: 'other' });
    functional.allow();
    expect(stored()).toEqual({ other: '{"theme":"light","size":12}' });
  });

  test('works in session storage', () => {
    const consent = createConsent();
    const draft = createSessionStorage<Settings>({ storageModuleKey: 'draft', initial, consent });
    draft.set({ theme: 'blue' });
    expect(sessionStorage.length).toBe(0);
    consent.allow();
    expect(sessionStorage.getItem('draft')).toBe('{"theme":"blue","size":12}');
  });

  test('stores a protected module', () => {
    const consent = createConsent();
    const { set } = open(consent, { protect: true });
    set({ theme: 'blue' });
    consent.allow();
    expect(errorOf(() => localStorage.setItem('settings', '{}'))?.code).toBe('protected-key');
    expect(stored()).toEqual({ settings: '{"theme":"blue","size":12}' });
  });
});

describe('allow, if values cannot be stored', () => {
  test('because storage is full, keeps them in memory, and the next call stores them', () => {
    const makeRoom = failWrites('QuotaExceededError');
    const consent = createConsent();
    const { get, set, helper, codes } = open(consent);
    set({ theme: 'blue' });
    consent.allow();
    expect(codes()).toEqual(['quota', 'quota']);
    expect([get('theme'), helper.isPersistent(), stored()]).toEqual(['blue', false, {}]);
    set({ size: 14 });
    makeRoom();
    consent.allow();
    expect(stored()).toEqual({ settings: '{"theme":"blue","size":14}' });
  });

  test('because storage is blocked, keeps them in memory', () => {
    failWrites('SecurityError');
    const consent = createConsent();
    const { get, set, codes } = open(consent);
    set({ theme: 'blue' });
    consent.allow();
    expect([codes(), get('theme')]).toEqual([['denied'], 'blue']);
  });

  test('because an error handler throws, keeps them in memory and opens other modules', () => {
    localStorage.setItem('settings', 'corrupt');
    const consent = createConsent();
    const refuse = (error: TuffetError) => {
      throw error;
    };
    const { get, set } = open(consent, { onError: refuse });
    open(consent, { storageModuleKey: 'other' });
    set({ theme: 'blue' });
    expect(errorOf(consent.allow)?.code).toBe('corrupt');
    expect(get('theme')).toBe('blue');
    expect(stored()).toEqual({ other: '{"theme":"light","size":12}', settings: 'corrupt' });
  });
});

test('a module that is created twice upgrades like one that is created once', () => {
  localStorage.setItem('settings', '{"theme":"dark"}');
  const consent = createConsent();
  const modules = [1, 2].map(() => open(consent, { version: 2 }));
  consent.allow();
  expect(modules.map(({ codes }) => codes())).toEqual([[], []]);
  expect(stored()).toEqual({ settings_v2: '{"theme":"light","size":12}' });
});
