import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseQuery } from './query';
import { formatUnits } from './testing';

const original = String.prototype.normalize;

const partsOf = (query: string): string[] => formatUnits(parseQuery(query).units);

describe('a query has parts', () => {
  test.for([
    ['local storage', ['local', 'storage']],
    ['  How do I protect a key?  ', ['protect', 'key']],
    ['the', []],
    ['duplicate-key', ['run(duplicate key)']],
    ['@tuffet/vue-hooks', ['run(tuffet vue hooks)']],
    ['"local storage"', ['run(local storage)']],
    ['initialise', ['initialize']],
    ['保护', ['保护']],
    ['标签页 值不一样', ['标签页', '值不一样']],
    ['用useStorage保护', ['用', 'usestorage', '保护']],
    ['怎么关闭保护', ['怎么关闭保护|关闭保护']],
    ['ＡＰＩ', ['api']],
    ['key key KEY', ['key']],
    ['', []],
    ['…?!', []],
  ] as const)('%s', ([query, parts]) => {
    expect(partsOf(query)).toEqual(parts);
  });
});

test('URLs and stack frames are ignored, except for the fragment of a URL', () => {
  const query = parseQuery(
    'Error: there is no tea https://kettle.example/a.html#error-tea\n    at boil (http://localhost/src/a.ts:1:2)\n' +
      'at b.tsx:3:4',
  );
  expect(query.message).toEqual(['error', 'there', 'is', 'no', 'tea']);
  expect(query.anchor).toBe('error-tea');
});

test('an error message is recognized by its punctuation or its length', () => {
  expect(parseQuery('[kettle] full "pot": no water').message).toEqual([
    'kettle',
    'full',
    'pot',
    'no',
    'water',
  ]);
  expect(parseQuery("boil: 'hot'").message).toEqual([]);
  expect(parseQuery('"it is kept as it was before the release"').message).toEqual([]);
  expect(parseQuery('it is kept as it was before the release').message).toHaveLength(9);
  expect(parseQuery('local storage key encryption').message).toEqual([]);
});

describe('text of any length', () => {
  /** Runs of characters on which the patterns for URLs and stack frames could backtrack. */
  const pasted = fc
    .tuple(fc.constantFrom('a', 'a.', '://', 'x.js:1', ' at ', '保', 'ﷺ', '"'), fc.string())
    .map(([run, rest]) => run.repeat(1_000) + rest);

  test('is parsed as its first 1,000 characters', () => {
    fc.assert(
      fc.property(pasted, fc.string(), (text, more) => {
        expect(parseQuery(text + more)).toEqual(parseQuery(text.slice(0, 1_000)));
      }),
    );
  });

  test('is not processed beyond them, so that the time is bounded', () => {
    // NFKC expands one character to up to 18.
    const longest = 18 * 1_000;
    const lengths: number[] = [];
    const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (
      this: string,
      form,
    ) {
      lengths.push(this.length);
      return original.call(this, form);
    });
    const replace = vi.spyOn(String.prototype, 'replace');
    parseQuery('ﷺ'.repeat(40_000));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longest);
    expect(
      Math.max(...replace.mock.contexts.map((text) => String(text).length)),
    ).toBeLessThanOrEqual(longest);
    normalize.mockRestore();
    replace.mockRestore();
  });
});
