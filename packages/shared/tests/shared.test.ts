import { createProxy, restorePrefixedString, restoreSuffixedString } from '@tuffet/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

test('createProxy answers for properties that the target does not have', {
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
  test('takes the prefix off and lowers the first letter', {
    tags: ['lib-shared-restore-prefixed', 'lib-shared-uncapitalize-default'],
  }, () => {
    expect(restorePrefixedString('setToken', 'set')).toBe('token');
    expect(restorePrefixedString('setToken', 'set', false)).toBe('Token');
  });

  test('gives a text without the prefix back as it is', {
    tags: ['lib-shared-restore-prefixed'],
  }, () => {
    expect(restorePrefixedString('Token', 'set')).toBe('Token');
  });
});

describe('restoreSuffixedString', () => {
  test('takes the suffix off, with its first letter raised', {
    tags: ['lib-shared-restore-suffixed', 'lib-shared-capitalize-suffix-default'],
  }, () => {
    expect(restoreSuffixedString('tokenState', 'state')).toBe('token');
    expect(restoreSuffixedString('tokenstate', 'state')).toBe('tokenstate');
    expect(restoreSuffixedString('tokenstate', 'state', false)).toBe('token');
  });

  test('undoes adding a suffix, whatever the name', {
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
