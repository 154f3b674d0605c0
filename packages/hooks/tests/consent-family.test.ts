import { createConsent } from '@tuffet/hooks/consent';
import { createLocalFamily } from '@tuffet/hooks/family';
import { describe, expect, test } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Settings = { theme: string; size: number };

const initial = { theme: 'light', size: 12 };

resetStorage();

/** The entries in storage, without the marks of writes to several properties. */
const stored = () =>
  Object.fromEntries(Object.entries({ ...localStorage }).map(([key, text]) => [key, text.trim()]));

test('a family keeps a member that is only in memory, and its values are stored later', () => {
  const consent = createConsent();
  const users = createLocalFamily<Settings>('users', () => ({ initial, consent }));
  const user = users.open('1');
  user.set({ theme: 'dark' });
  users.release('1');
  expect(users.open('1')).toBe(user);
  consent.allow();
  expect(stored()).toEqual({ 'users[1]': '{"theme":"dark","size":12}' });
});

describe('a released member of a family', () => {
  const openFamily = () => {
    const consent = createConsent();
    consent.allow();
    return { consent, users: createLocalFamily<Settings>('users', () => ({ initial, consent })) };
  };

  test('is not stored again after its entry was cleared', () => {
    const { consent, users } = openFamily();
    users.open('1').set({ theme: 'dark' });
    users.release('1');
    consent.deny();
    users.clearAll();
    consent.allow();
    expect(stored()).toEqual({});
  });

  test('loses its entry when the user refuses', () => {
    const { consent, users } = openFamily();
    users.open('1').set({ theme: 'dark' });
    users.release('1');
    consent.deny();
    expect(stored()).toEqual({});
  });

  test('keeps its values in memory if it is opened again before the user refuses', () => {
    const { consent, users } = openFamily();
    users.open('1').set({ theme: 'dark' });
    users.release('1');
    const user = users.open('1');
    consent.deny();
    expect(user.get('theme')).toBe('dark');
    expect(stored()).toEqual({});
  });
});
