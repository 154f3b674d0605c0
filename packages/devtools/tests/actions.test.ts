import type { TuffetError } from '@tuffet/hooks';
import { createLocalStorage, createSessionStorage, useStorage } from '@tuffet/hooks';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeEntry, resetEntry, saveText } from '../src/model/actions.ts';
import { readPage } from '../src/model/page-entries.ts';
import { exportEntries, importEntries, parseExport } from '../src/model/transfer.ts';
import { usePage } from './page.ts';

type Pot = { n: number; name?: string };

usePage();

const POT = { storage: 'local', key: 'pot' } as const;

function createPot(options: object = {}) {
  const codes: string[] = [];
  const onError = ({ code }: TuffetError) => void codes.push(code);
  const initial = { n: 1 };
  const pot = createLocalStorage<Pot>({ storageModuleKey: 'pot', initial, onError, ...options });
  return { pot, codes };
}

describe('an edit', () => {
  test('notifies the subscribers of the module, also if it is protected', () => {
    const { pot } = createPot({ protect: 'strict' });
    const seen: number[] = [];
    useStorage(pot).n.subscribe((n) => void seen.push(n));
    expect(saveText(POT, '{"n":5}')).toBe('saved');
    expect(seen).toEqual([5]);
    expect(localStorage.getItem('pot')).toBe('{"n":5}');
  });

  test.each(['', '5', '[1]', 'null', '{"n":'])('that is not an object is invalid: %j', (text) => {
    const { pot, codes } = createPot();
    expect(saveText(POT, text)).toBe('invalid');
    expect([pot.get('n'), codes]).toEqual([1, []]);
  });

  test('that `check` rejects changes nothing', () => {
    const check = ({ n }: { n?: unknown }) => (Number(n) < 9 ? undefined : 'too many');
    const { pot, codes } = createPot({ check });
    expect(saveText(POT, '{"n":10}')).toBe('rejected');
    expect([pot.get('n'), codes]).toEqual([1, ['schema']]);
  });

  test('of a module with another serializer is parsed by it', () => {
    const { createLocalStorage: create } = withSerializer(richJson);
    const pot = create<{ at: Date }>({ storageModuleKey: 'pot', initial: { at: new Date(0) } });
    const text = localStorage.getItem('pot') ?? '';
    expect(saveText(POT, text.replace('1970', '1999'))).toBe('saved');
    expect(pot.get('at')).toEqual(new Date('1999-01-01'));
  });

  test('of other entries can be any text', () => {
    expect(saveText({ storage: 'session', key: 'x' }, 'any')).toBe('saved');
    expect(sessionStorage.getItem('x')).toBe('any');
  });
});

test('a module is reset to its initial values, and removed', () => {
  const { pot } = createPot({ protect: true });
  pot.set({ n: 2, name: 'x' });
  expect(resetEntry(POT)).toBe('saved');
  expect(localStorage.getItem('pot')).toBe('{"n":1}');
  expect(removeEntry(POT)).toBe('saved');
  expect(localStorage.getItem('pot')).toBeNull();
  expect(pot.get('n')).toBe(1);
});

const texts = fc.dictionary(fc.string({ minLength: 1 }), fc.string());

test('importing an export restores all entries', () => {
  fc.assert(
    fc.property(texts, texts, (local, session) => {
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, text] of Object.entries(local)) localStorage.setItem(key, text);
      for (const [key, text] of Object.entries(session)) sessionStorage.setItem(key, text);
      const before = readPage();
      const file = exportEntries(before);
      localStorage.clear();
      sessionStorage.clear();
      expect(importEntries(parseExport(file) ?? [])).toBe(0);
      expect(readPage()).toEqual(before);
    }),
  );
});

test('an imported entry is shown by its module', () => {
  const cup = createSessionStorage<Pot>({ storageModuleKey: 'cup', initial: { n: 1 } });
  const file = exportEntries(readPage()).replace('\\"n\\":1', '\\"n\\":8');
  importEntries(parseExport(file) ?? []);
  expect(cup.get('n')).toBe(8);
});

test.each(['', '{}', 'null', '{"tuffet":2}', '{"tuffet":1,"local":{"a":1}}'])(
  'a file that is not an export is rejected: %j',
  (content) => {
    expect(parseExport(content)).toBeUndefined();
  },
);
