import { StorageModule } from '@tuffet/core';
import { erase } from '@tuffet/hooks/backups';
import { createConsent } from '@tuffet/hooks/consent';
import { createLocalFamily } from '@tuffet/hooks/family';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { initial, OTHERS, open, put, type Settings, texts } from './backups-setup.ts';

resetStorage();

describe('erase', () => {
  const all = [
    'settings',
    'settings_v2',
    'settings_v3',
    'settings__corrupt',
    'settings_v2__backup8',
  ];

  test('deletes entries of all versions and their backups, and nothing else', () => {
    for (const key of [...all, ...OTHERS]) localStorage.setItem(key, '{"theme":"dark"}');
    const { module, get, subscribe } = open({ version: 2 });
    const listener = vi.fn();
    subscribe(listener);
    listener.mockClear();
    erase(module);
    expect(Object.keys(texts()).sort()).toEqual([...OTHERS].sort());
    expect(get()).toEqual(initial);
    expect(listener).toHaveBeenCalledExactlyOnceWith(initial);
    module.set({ theme: 'blue' });
    expect(texts().settings_v2).toBe('{"theme":"blue","size":12}');
  });

  test('deletes what several modules stored, of any package and storage', () => {
    const plain = new StorageModule<{ a?: number }>('plain', 'session');
    plain.setItem('a', 1);
    put({ plain: 'of another storage', plain_v2: '{}' });
    sessionStorage.setItem('plain_v2', '{}');
    erase(open().module, plain);
    const keysIn = (storage: Storage) => Object.keys({ ...storage }).sort();
    expect([keysIn(localStorage), keysIn(sessionStorage)]).toEqual([
      ['plain', 'plain_v2'],
      ['plain_v2'],
    ]);
  });

  test('deletes one member of a family', () => {
    const users = createLocalFamily<Settings>('users', () => ({ initial }));
    for (const id of ['1', '12']) users.open(id);
    put({ 'users[1]__backup1': 'a', 'users[1]_v3': '{}', users: '{}' });
    erase(users.open('1'));
    expect(Object.keys(texts()).sort()).toEqual(['users', 'users[12]']);
  });

  test('deletes protected entries', () => {
    erase(open({ protect: 'strict' }).module);
    expect(texts()).toEqual({});
  });

  test('deletes what an earlier consent stored, before the user decides again', () => {
    put({ settings: '{"theme":"dark"}', settings__backup1: 'a' });
    const { module, get } = open({ consent: createConsent() });
    module.set({ theme: 'blue' });
    erase(module);
    expect([get(), texts()]).toEqual([initial, {}]);
  });

  test('resets a page whose entry a newer release has migrated', () => {
    const { module, get } = open({ onError: () => {} });
    module.set({ theme: 'blue' });
    const { settings } = texts();
    localStorage.removeItem('settings');
    put({ settings_v2: settings });
    expect(get().theme).toBe('blue');
    expect(erase(module)).toBe(true);
    expect([get(), texts()]).toEqual([initial, {}]);
  });

  test('resets a module whose entry is corrupted', () => {
    put({ settings: 'corrupt' });
    const { module } = open();
    erase(module);
    expect(texts()).toEqual({});
  });
});
