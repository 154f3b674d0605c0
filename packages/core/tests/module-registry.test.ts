import { StorageModule } from '@tuffet/core';
import { claimKey } from '@tuffet/core/adapter';
import { describe, expect, test, vi } from 'vitest';
import { errorOf, resetStorage, runIn } from './module.ts';

resetStorage();

const define = (definition: string, storedKey?: string) =>
  claimKey('local', 'm', definition, storedKey);

const codeOf = (run: () => unknown) => errorOf(run)?.code;

describe('a module without a check of its key', () => {
  test('reserves it, so a later module with a check throws', {
    tags: ['lib-key-unique', 'lib-no-unique-verify'],
  }, () => {
    new StorageModule('m', 'local', true);
    expect(codeOf(() => new StorageModule('m', 'local'))).toBe('duplicate-key');
    expect(codeOf(() => define('[]'))).toBe('duplicate-key');
    expect(codeOf(() => new StorageModule('m', 'session'))).toBeUndefined();
  });

  test('shares a key with others, before and after', { tags: ['lib-no-unique-verify'] }, () => {
    define('[]');
    new StorageModule('m', 'local', true);
    new StorageModule('m', 'local', true);
    expect(codeOf(() => define('[]'))).toBeUndefined();
    expect(codeOf(() => define('[["version",2]]'))).toBe('duplicate-key');
  });
});

describe.each(['loading', 'complete'] as const)('while the page is %s', (readyState) => {
  test('another definition throws in development as in production, and the first one stays', () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState);
    define('[["version",1]]');
    expect(codeOf(() => define('[["version",2]]', 'm_v2'))).toBe('duplicate-key');
    expect(codeOf(() => new StorageModule('m_v2', 'local'))).toBeUndefined();
    expect(codeOf(() => define('[["version",1]]'))).toBeUndefined();
  });
});

describe('hot reload', () => {
  const file = 'http://localhost/src/settings.ts';
  const [one, two] = ['[["version",1],["protect",true]]', '[["version",2],["protect",true]]'];

  test('changes a definition, with a warning that names what changed', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    runIn(file, () => define(one));
    expect(runIn(`${file}?t=1`, () => define(two, 'm_v2'))).toBe(one);
    expect(runIn(`${file}?t=2`, () => define(one))).toBe(two);
    const warning =
      '[tuffet] Hot reload changed the definition of "m": version. The new one is used.';
    expect(warn.mock.calls).toEqual([[warning], [warning]]);
  });

  test('shows definitions in other formats than JSON lists unchanged', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    runIn(file, () => define('one'));
    runIn(`${file}?t=1`, () => define('two'));
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"m": one, two.')]]);
  });

  test('does not allow a second definition in another file, or in the same one', () => {
    runIn(file, () => define(one));
    expect(codeOf(() => runIn('http://localhost/src/b.ts?t=1', () => define(two)))).toBe(
      'duplicate-key',
    );
    runIn(`${file}?t=1`, () => define(one));
    expect(codeOf(() => runIn(`${file}?t=1`, () => define(two)))).toBe('duplicate-key');
  });

  test('does not allow a second core module, whose definition is unknown', () => {
    runIn(file, () => new StorageModule('m', 'local'));
    expect(codeOf(() => runIn(`${file}?t=1`, () => new StorageModule('m', 'local')))).toBe(
      'duplicate-key',
    );
  });
});
