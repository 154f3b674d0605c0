import { createProxy, restorePrefixedString, restoreSuffixedString } from '@tuffet/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

test('createProxy returns members that the target does not have', {
  tags: ['lib-shared-create-proxy'],
}, () => {
  type Greeter = { hello(name: string): string };
  const greeter = createProxy<object, Greeter>(
    {},
    { get: (_, word) => (name: string) => `${String(word)} ${name}` },
  );
  expect(greeter.hello('you')).toBe('hello you');
});

describe('restorePrefixedString', () => {
  test('removes the prefix and converts the first letter to lower case', {
    tags: ['lib-shared-restore-prefixed', 'lib-shared-uncapitalize-default'],
  }, () => {
    expect(restorePrefixedString('setToken', 'set')).toBe('token');
    expect(restorePrefixedString('setToken', 'set', false)).toBe('Token');
  });

  test('returns a string without the prefix unchanged', {
    tags: ['lib-shared-restore-prefixed'],
  }, () => {
    expect(restorePrefixedString('Token', 'set')).toBe('Token');
  });
});

describe('restoreSuffixedString', () => {
  test('removes the suffix, with its first letter in upper case', {
    tags: ['lib-shared-restore-suffixed', 'lib-shared-capitalize-suffix-default'],
  }, () => {
    expect(restoreSuffixedString('tokenState', 'state')).toBe('token');
    expect(restoreSuffixedString('tokenstate', 'state')).toBe('tokenstate');
    expect(restoreSuffixedString('tokenstate', 'state', false)).toBe('token');
  });

  test('reverses adding a suffix for any name', {
    tags: ['lib-shared-restore-suffixed'],
  }, () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(restoreSuffixedString(`${name}State`, 'state')).toBe(name);
      }),
    );
    expect(restoreSuffixedString('token', '')).toBe('token');
  });
});
