import { createConsent } from '@tuffet/hooks/consent';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { failWrites, initial, open, stored } from './consent-setup.ts';

resetStorage();

describe('deny', () => {
  test('keeps modules in memory and removes entries of an earlier consent, of all versions', () => {
    for (const key of [
      'settings',
      'settings_v2',
      'settings_v12',
      'settings_v3__corrupt',
      'settings__backup1',
      'settings_v2__backup8',
    ]) {
      localStorage.setItem(key, '{"theme":"dark"}');
    }
    const others = [
      'settings_v1',
      'settings_v02',
      'settings2',
      'a settings',
      'settings_v',
      'settings__backup9',
      'x',
    ];
    for (const key of others) localStorage.setItem(key, '1');
    const consent = createConsent();
    const { get, set } = open(consent, { version: 2, migrations: { 2: () => ({}) } });
    set({ theme: 'blue' });
    consent.deny();
    expect(get()).toEqual({ theme: 'blue', size: 12 });
    expect(Object.keys(stored()).sort()).toEqual(others.sort());
    set({ theme: 'red' });
    expect(get('theme')).toBe('red');
    expect(Object.keys(stored()).sort()).toEqual(others);
  });

  test('after allow removes the entry and its backup; the values stay, and subscribers are not called', async () => {
    localStorage.setItem('settings', 'corrupt');
    const consent = createConsent();
    const { get, set, subscribe, helper } = open(consent);
    consent.allow();
    set({ theme: 'blue' });
    expect(Object.keys(stored()).sort()).toEqual(['settings', 'settings__backup1']);
    await Promise.resolve();
    const listener = vi.fn();
    subscribe(listener);
    listener.mockClear();
    consent.deny();
    await Promise.resolve();
    expect([get('theme'), helper.isPersistent(), stored()]).toEqual(['blue', false, {}]);
    expect(listener).not.toHaveBeenCalled();
  });

  test('removes the entry of a protected module', () => {
    const consent = createConsent();
    open(consent, { protect: 'strict' });
    consent.allow();
    consent.deny();
    expect(localStorage.getItem('settings')).toBeNull();
  });

  test('keeps values that could not be stored', () => {
    const setFailing = failWrites('SecurityError');
    setFailing(false);
    const consent = createConsent();
    const { get, set } = open(consent);
    consent.allow();
    set({ theme: 'blue' });
    setFailing(true);
    expect(set({ size: 14 })).toBe(false);
    consent.deny();
    setFailing(false);
    expect([get(), stored()]).toEqual([{ theme: 'blue', size: 14 }, {}]);
    consent.allow();
    expect(stored()).toEqual({ settings: '{"theme":"blue","size":14}' });
  });

  test('keeps the values if another tab has already erased the entry', () => {
    const consent = createConsent();
    const { get, set } = open(consent);
    consent.allow();
    set({ theme: 'blue' });
    localStorage.clear();
    consent.deny();
    expect(get()).toEqual({ theme: 'blue', size: 12 });
    expect(stored()).toEqual({});
  });

  test('can be followed by allow, which stores the values again', () => {
    const consent = createConsent();
    const { set } = open(consent);
    consent.allow();
    set({ theme: 'blue' });
    consent.deny();
    set({ size: 14 });
    consent.allow();
    expect(stored()).toEqual({ settings: '{"theme":"blue","size":14}' });
  });

  test('applies to modules that are created later', () => {
    localStorage.setItem('settings', '{"theme":"dark"}');
    const consent = createConsent();
    consent.deny();
    expect(open(consent).get()).toEqual(initial);
    expect(stored()).toEqual({});
  });

  test('works if the browser blocks storage', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    const consent = createConsent();
    const { get, set } = open(consent);
    set({ theme: 'blue' });
    consent.allow();
    expect(get('theme')).toBe('blue');
    consent.deny();
    expect(get('theme')).toBe('blue');
  });
});
