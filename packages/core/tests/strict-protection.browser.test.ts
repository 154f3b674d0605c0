import { describe, expect, test } from 'vitest';
import { create, errorOf } from './protection-setup.ts';

describe('strict', () => {
  test('also blocks property writes and deletes', () => {
    const { helper } = create();
    helper.protect('strict');
    const raw = localStorage as unknown as Record<string, string>;
    expect(
      errorOf(() => {
        raw.user = 'x';
      })?.code,
    ).toBe('protected-key');
    expect(errorOf(() => Object.assign(localStorage, { user: 'x' }))?.code).toBe('protected-key');
    delete raw.user;
    expect(localStorage.getItem('user')).toBe('{"name":"a"}');
    expect(raw.user).toBe('{"name":"a"}');
    raw.other = 'y';
    expect(localStorage.getItem('other')).toBe('y');
  });

  test('can change to plain protection and back: the last call wins', () => {
    const { helper } = create();
    const raw = localStorage as unknown as Record<string, string>;
    helper.protect('strict');
    helper.protect();
    raw.user = '{}';
    expect(errorOf(() => localStorage.setItem('user', 'x'))?.code).toBe('protected-key');
    helper.protect('strict');
    expect(
      errorOf(() => {
        raw.user = 'x';
      })?.code,
    ).toBe('protected-key');
  });
});
