import { resetModules } from '@tuffet/core/testing';
import { useStorage, useStorageHelper } from '@tuffet/hooks';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Diary = { day: Date; notes?: Map<string, Set<string>>; big?: bigint; plain?: string };

const { createLocalStorage, createSessionStorage } = withSerializer(richJson);

resetStorage();

const open = () => {
  resetModules();
  return useStorage(
    createLocalStorage<Diary>({ storageModuleKey: 'diary', initial: { day: new Date(0) } }),
  );
};

describe('richJson', () => {
  test('restores Date, Map, Set and bigint', () => {
    const items = open();
    items.notes.set(new Map([['a', new Set(['x'])]]));
    items.big.set(12345678901234567890n);
    const again = open();
    expect(again.day.get()).toEqual(new Date(0));
    expect(again.notes.get()).toEqual(new Map([['a', new Set(['x'])]]));
    expect(again.big.get()).toBe(12345678901234567890n);
  });

  test('marks other values with a tag', () => {
    expect(richJson.stringify({ day: new Date(0), big: 1n })).toBe(
      '{"day":{"$tuffet":"Date","value":"1970-01-01T00:00:00.000Z"},"big":{"$tuffet":"BigInt","value":"1"}}',
    );
  });

  test('stores plain values as plain JSON', () => {
    open().plain.set('text');
    expect(JSON.parse(localStorage.getItem('diary') as string).plain).toBe('text');
  });

  test('stores objects with toJSON as JSON does, also within other values', () => {
    const page = new URL('https://tuffet.example/guide/');
    const tagged = { toJSON: () => ({ $tuffet: 'Date', value: 'never' }) };
    const parsed = richJson.parse(richJson.stringify({ page, seen: new Set([page]), tagged }));
    expect(parsed).toEqual({
      page: page.href,
      seen: new Set([page.href]),
      tagged: tagged.toJSON(),
    });
  });

  test('restores any JSON value, even one that looks like a tag', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({
        $tuffet: fc.constantFrom('Date', 'Map', 'Other', 'Object'),
        value: fc.jsonValue(),
      }),
    );
    fc.assert(
      fc.property(value, (given) => {
        const plain = JSON.parse(JSON.stringify(given));
        expect(richJson.parse(richJson.stringify(plain))).toEqual(plain);
      }),
    );
  });

  test('ignores unknown tags', () => {
    const known = ['Date', 'Map', 'Set', 'BigInt', 'Object'];
    const name = fc.oneof(
      fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)),
      fc.jsonValue().filter((given) => !known.includes(given as string)),
    );
    fc.assert(
      fc.property(name, fc.jsonValue(), (tag, value) => {
        const text = JSON.stringify({ $tuffet: tag, value });
        // A tag may itself contain objects that look tagged.
        fc.pre(text.split('$tuffet').length === 2);
        expect(richJson.parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('works in session storage too', () => {
    createSessionStorage<Diary>({ storageModuleKey: 'diary', initial: { day: new Date(1) } });
    expect(richJson.parse(sessionStorage.getItem('diary') as string)).toEqual({ day: new Date(1) });
  });
});

test('any other text format can be used instead', () => {
  const reversed = {
    stringify: (value: unknown) => [...JSON.stringify(value)].reverse().join(''),
    parse: (text: string) => JSON.parse([...text].reverse().join('')),
  };
  const storage = withSerializer(reversed).createLocalStorage<{ n: number }>({
    storageModuleKey: 'r',
    initial: { n: 1 },
  });
  useStorage(storage).n.set((n) => n + 1);
  expect(localStorage.getItem('r')).toBe('}2:"n"{');
});

test('a format without trailing whitespace migrates an entry that ends in the mark of a patch', () => {
  const { createLocalStorage: create } = withSerializer({
    stringify: (value) => btoa(JSON.stringify(value)),
    parse(text) {
      if (/\s/.test(text)) throw new SyntaxError('whitespace');
      return JSON.parse(atob(text));
    },
  });
  const initial = { n: 1, m: 1 };
  const first = create<typeof initial>({ storageModuleKey: 'p', initial });
  useStorageHelper(first).patch({ n: 2, m: 2 });
  expect(localStorage.getItem('p')).toMatch(/\s$/);
  resetModules();
  const next = create<typeof initial>({
    storageModuleKey: 'p',
    initial,
    version: 2,
    migrations: { 2: (values) => values },
  });
  expect(useStorage(next).n.get()).toBe(2);
});

test('an entry is migrated as its serializer wrote it', () => {
  const tabs = withSerializer({
    stringify: (value) => JSON.stringify(value).replaceAll('\\t', '\t'),
    parse: (text) => JSON.parse(text.replaceAll('\t', '\\t')),
  });
  localStorage.setItem('note', '{"text":"one\ttwo"}');
  const note = tabs.createLocalStorage<{ text: string }>({
    storageModuleKey: 'note',
    initial: { text: '' },
    version: 2,
    migrations: { 2: (old) => old },
  });
  expect(useStorage(note).text.get()).toBe('one\ttwo');
});
