import type { TuffetError } from '@tuffet/hooks';
import { fromKeys } from '@tuffet/hooks/adopt';
import { createLocalFamily, createSessionFamily, type MemberOptions } from '@tuffet/hooks/family';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Draft = { text: string; title?: string };

resetStorage();

const options: MemberOptions<Draft> = () => ({ initial: { text: '' } });
const createDrafts = () => createLocalFamily<Draft>('drafts', options);
const keys = () => Object.keys({ ...localStorage }).sort();

/** The same family on a page that is opened later. */
function reload(family = createDrafts()) {
  for (const id of family.list()) family.release(id);
  return createDrafts();
}

describe('open', () => {
  test('returns a module per id, each with its own entry', () => {
    const drafts = createDrafts();
    drafts.open('a').set({ text: 'A' });
    drafts.open('b').set({ text: 'B' });
    expect(drafts.open('a').get()).toEqual({ text: 'A' });
    expect({ ...localStorage }).toEqual({
      'drafts[a]': '{"text":"A"}',
      'drafts[b]': '{"text":"B"}',
    });
  });

  test('returns the same module for the same id', () => {
    const drafts = createDrafts();
    expect(drafts.open('a')).toBe(drafts.open('a'));
    expect(drafts.open('a')).not.toBe(drafts.open('b'));
  });

  test('passes the id to the options, for example to adopt an old key', () => {
    localStorage.setItem('draft-7', 'old');
    const drafts = createLocalFamily<Draft>('drafts', (id) => ({
      initial: { text: `new ${id}` },
      adopt: fromKeys({ text: `draft-${id}` }),
    }));
    expect([drafts.open('7').get('text'), drafts.open('8').get('text')]).toEqual(['old', 'new 8']);
    expect(keys()).toEqual(['drafts[7]', 'drafts[8]']);
  });

  test('migrates the entry of an older version', () => {
    localStorage.setItem('drafts[a]', '{"body":"old"}');
    const drafts = createLocalFamily<Draft>('drafts', () => ({
      initial: { text: '' },
      version: 2,
      migrations: { 2: ({ body }) => ({ text: body }) },
    }));
    expect(drafts.open('a').get()).toEqual({ text: 'old' });
    expect(keys()).toEqual(['drafts[a]_v2']);
  });

  test.each(['', 7, undefined])('rejects the id %o', (id) => {
    expect(() => createDrafts().open(id as string)).toThrow(
      /An id must be a non-empty string, not .+ Convert a number with String\(id\)\./,
    );
    expect(keys()).toEqual([]);
  });

  test('reports problems of a module to its own handler', () => {
    localStorage.setItem('drafts[a]', 'nonsense');
    const errors: TuffetError[] = [];
    const drafts = createLocalFamily<Draft>('drafts', () => ({
      initial: { text: '' },
      onError: (error) => void errors.push(error),
    }));
    drafts.open('a').get();
    expect(errors.map(({ code, key }) => [code, key])).toEqual([['corrupt', 'drafts[a]']]);
  });
});

test.each(['', 'a[', 'a]', undefined])('a family rejects the key %o', (key) => {
  expect(() => createLocalFamily<Draft>(key as string, options)).toThrow(
    /The key of a family must be a non-empty string without "\[" and "\]"/,
  );
});

describe('list', () => {
  test('returns the ids of all entries, open or not, and of any version', () => {
    localStorage.setItem('drafts[closed]', '{}');
    localStorage.setItem('drafts[newer]_v12', '{}');
    createDrafts().open('open');
    expect(createDrafts().list().sort()).toEqual(['closed', 'newer', 'open']);
  });

  test('leaves out other keys', () => {
    const others = [
      'drafts',
      'drafts[]',
      'drafts[a',
      'draftss[a]',
      'xdrafts[a]',
      'drafts[a]_v',
      'x',
    ];
    for (const key of others) localStorage.setItem(key, '{}');
    expect(createDrafts().list()).toEqual([]);
  });

  test('finds only entries of its own storage', () => {
    createSessionFamily<Draft>('drafts', options).open('session');
    createDrafts().open('local');
    expect(createDrafts().list()).toEqual(['local']);
    expect(createSessionFamily<Draft>('drafts', options).list()).toEqual(['session']);
  });

  test('contains modules whose values are only in memory', () => {
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const drafts = createLocalFamily<Draft>('drafts', () => ({
      initial: { text: '' },
      onError: () => {},
    }));
    drafts.open('a').set({ text: 'A' });
    expect(drafts.list()).toEqual(['a']);
    drafts.clear('a');
    expect(drafts.list()).toEqual([]);
    blocked.mockRestore();
  });
});

describe('clear', () => {
  test('removes one entry, in all its versions and with its backups', () => {
    const names = ['drafts[a]', 'drafts[a]_v2', 'drafts[a]__corrupt', 'drafts[a]_v3__corrupt'];
    for (const key of [...names, 'drafts[b]', 'drafts[ab]', 'drafts'])
      localStorage.setItem(key, '{}');
    createDrafts().clear('a');
    expect(keys()).toEqual(['drafts', 'drafts[ab]', 'drafts[b]']);
  });

  test('resets an open module to its initial values, and notifies subscribers', () => {
    const drafts = createDrafts();
    const draft = drafts.open('a');
    draft.set({ text: 'A' });
    const listener = vi.fn();
    draft.subscribe(listener);
    drafts.clear('a');
    expect(listener).toHaveBeenLastCalledWith({ text: '' });
    expect(drafts.list()).toEqual([]);
    draft.set({ title: 'again' });
    expect(localStorage.getItem('drafts[a]')).toBe('{"text":"","title":"again"}');
  });

  test('removes protected entries', () => {
    const drafts = createLocalFamily<Draft>('drafts', () => ({
      initial: { text: '' },
      protect: 'strict',
    }));
    drafts.open('a');
    drafts.clear('a');
    expect(keys()).toEqual([]);
  });
});

test('clearAll removes every entry of the family, and no other', () => {
  const drafts = createDrafts();
  drafts.open('open').set({ text: 'A' });
  for (const key of ['drafts[closed]', 'drafts[x]__corrupt', 'drafts', 'other[a]']) {
    localStorage.setItem(key, '{}');
  }
  drafts.clearAll();
  expect(keys()).toEqual(['drafts', 'other[a]']);
  expect(drafts.open('open').get()).toEqual({ text: '' });
});

describe('release', () => {
  test('keeps the entry, and the next module reads it', () => {
    const drafts = createDrafts();
    const first = drafts.open('a');
    first.set({ text: 'A' });
    drafts.release('a');
    expect(drafts.open('a')).not.toBe(first);
    expect(drafts.open('a').get()).toEqual({ text: 'A' });
  });

  test('frees the key for a module with other options', () => {
    const versions = [1, 2].map((version) =>
      createLocalFamily<Draft>('drafts', () => ({
        initial: { text: '' },
        version,
        ...(version > 1 && { migrations: { 2: (old: object) => old as Draft } }),
      })),
    );
    for (const family of versions) {
      family.open('a');
      family.release('a');
    }
    expect(keys()).toEqual(['drafts[a]_v2']);
  });

  test('ends the updates of the module by other tabs', () => {
    const drafts = createDrafts();
    const listener = vi.fn();
    drafts.open('a').subscribe(listener);
    drafts.release('a');
    listener.mockClear();
    localStorage.setItem('drafts[a]', '{"text":"other tab"}');
    dispatchEvent(
      new StorageEvent('storage', {
        key: 'drafts[a]',
        newValue: '{"text":"other tab"}',
        storageArea: localStorage,
      }),
    );
    expect(listener).not.toHaveBeenCalled();
  });

  test('ends protection, so that tests can reset modules', () => {
    const { setItem } = Storage.prototype;
    const drafts = createLocalFamily<Draft>('drafts', () => ({
      initial: { text: '' },
      protect: true,
    }));
    drafts.open('a');
    expect(Storage.prototype.setItem).not.toBe(setItem);
    drafts.release('a');
    expect(Storage.prototype.setItem).toBe(setItem);
  });

  test('does not release what another family has opened since', () => {
    const [first, second] = [createDrafts(), createDrafts()];
    second.open('a');
    first.open('a');
    first.release('a');
    const listener = vi.fn();
    first.open('a').subscribe(listener);
    second.release('a');
    listener.mockClear();
    const newValue = '{"text":"other tab"}';
    localStorage.setItem('drafts[a]', newValue);
    dispatchEvent(
      new StorageEvent('storage', { key: 'drafts[a]', newValue, storageArea: localStorage }),
    );
    expect(listener).toHaveBeenCalledWith({ text: 'other tab' });
  });

  test('does nothing for an id that is not open', () => {
    const drafts = createDrafts();
    drafts.release('a');
    expect(keys()).toEqual([]);
  });
});

const ids = fc.constantFrom(
  'a',
  'b',
  'a]',
  '[a',
  'a]_v2',
  '_v2',
  'a__corrupt',
  '中',
  ' ',
  '__proto__',
);
const step = fc.oneof(
  fc.tuple(fc.constant('open' as const), ids),
  fc.tuple(fc.constant('set' as const), ids, fc.string()),
  fc.tuple(fc.constant('clear' as const), ids),
  fc.tuple(fc.constant('release' as const), ids),
  fc.tuple(fc.constant('clearAll' as const)),
  fc.tuple(fc.constant('reload' as const)),
);

/** Applies a step to the family and to a map of the values by id. Returns the family to go on with. */
function take(
  family: ReturnType<typeof createDrafts>,
  model: Map<string, string>,
  [kind, id = '', text = '']: readonly [string, string?, string?],
) {
  switch (kind) {
    case 'open':
      family.open(id);
      // Opening writes the initial values only if the module is not open yet.
      if (family.open(id).helper.getExistence() && !model.has(id)) model.set(id, '');
      break;
    case 'set':
      family.open(id).set({ text });
      model.set(id, text);
      break;
    case 'clear':
      family.clear(id);
      model.delete(id);
      break;
    case 'release':
      family.release(id);
      break;
    case 'clearAll':
      family.clearAll();
      model.clear();
      break;
    default:
      return reload(family);
  }
  return family;
}

test('a family behaves like a map of entries by id, whatever the ids contain', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const model = new Map<string, string>();
      let family = createDrafts();
      for (const one of steps) family = take(family, model, one);
      expect(family.list().sort()).toEqual([...model.keys()].sort());
      for (const [id, text] of model) expect(family.open(id).get('text')).toBe(text);
      family.clearAll();
      reload(family);
      expect(localStorage).toHaveLength(0);
    }),
    { numRuns: 5000 },
  );
});
