import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { Area, type ChangeListener } from './area.ts';
import { numberOperation, type Operation, operation, perform, type Subject } from './comparison.ts';
import { createRealm } from './realm.ts';

const createOurs = (): Subject => createRealm({ local: new Area(), session: new Area() }, {});

let frame: HTMLIFrameElement | undefined;

/** The browser's own, in a document of its own: nothing of earlier runs is left on its objects. */
function createNative(): Subject {
  localStorage.clear();
  frame?.remove();
  frame = document.body.appendChild(document.createElement('iframe'));
  return frame.contentWindow as unknown as Subject;
}

afterEach(() => {
  frame?.remove();
  localStorage.clear();
});

function compare(operations: readonly Operation[]): void {
  const ours = createOurs();
  const native = createNative();
  const found = operations.map((each) => perform(ours, each));
  const expected = operations.map((each) => perform(native, each));
  expect(found).toEqual(expected);
}

test('does what the storage of the browser does, whatever is done to it', () => {
  fc.assert(fc.property(fc.array(operation, { maxLength: 25 }), compare), { numRuns: 300 });
}, 60_000);

test('treats numbers as keys like any other', () => {
  fc.assert(fc.property(fc.array(numberOperation, { maxLength: 15 }), compare), { numRuns: 100 });
}, 60_000);

describe('an entry behind a real property', () => {
  const layer = { guarded: 'layer' };
  const subjects = (): Subject[] => [createOurs(), createNative()];
  const looks: Readonly<Record<string, (storage: Storage) => unknown>> = {
    'is among the keys': (storage) => Object.keys(storage).sort(),
    'is among the names': (storage) => Object.getOwnPropertyNames(storage).sort(),
    'is in JSON': (storage) => Object.keys(JSON.parse(JSON.stringify(storage))).sort(),
    'is not among the entries': (storage) =>
      Object.keys(Object.fromEntries(Object.entries(storage))),
    'is not in a copy': (storage) => Object.keys({ ...storage }),
    'is not assigned': (storage) => Object.keys(Object.assign({}, storage)),
    'is no own property': (storage) => Object.hasOwn(storage, 'guarded'),
  };
  test.each(Object.entries(looks))('%s', (_, look) => {
    const [ours, native] = subjects().map(({ localStorage: storage }) => {
      storage.setItem('guarded', '1');
      storage.setItem('length', '2');
      storage.setItem('other', '3');
      Object.setPrototypeOf(
        storage,
        Object.setPrototypeOf({ ...layer }, Object.getPrototypeOf(storage)),
      );
      return look(storage);
    });
    expect(ours).toEqual(native);
  });
});

describe('the room', () => {
  const QUOTA = 5 * 1024 * 1024;
  const attempts: Readonly<Record<string, (storage: Storage) => void>> = {
    'by a method': (storage) => storage.setItem('k', 'x'.repeat(QUOTA)),
    'by a property': (storage) => {
      storage.k = 'x'.repeat(QUOTA);
    },
    'by many keys': (storage) => {
      storage.setItem('half', 'x'.repeat(QUOTA / 2));
      storage.setItem('more', 'x'.repeat(QUOTA / 2));
    },
    'by a longer value': (storage) => {
      storage.setItem('k', 'x'.repeat(QUOTA - 1));
      storage.setItem('k', 'x'.repeat(QUOTA));
    },
  };

  test.each(Object.entries(attempts))('is that of the browser: exceeded %s', (_, attempt) => {
    const [ours, native] = [createOurs(), createNative()].map(({ localStorage: storage }) => {
      try {
        attempt(storage);
        return 'there was room';
      } catch (error) {
        const { name, message, code, constructor: Class } = error as DOMException;
        return [name, message, code, Class.name, storage.length];
      }
    });
    expect(ours).toEqual(native);
    expect(ours).toContain('QuotaExceededError');
  });

  test('is filled to the last character, and shrinking is always possible', () => {
    for (const { localStorage: storage } of [createOurs(), createNative()]) {
      storage.setItem('k', 'x'.repeat(QUOTA - 1));
      storage.setItem('k', 'y'.repeat(QUOTA - 1));
      expect(() => storage.setItem('a', '')).toThrow(/exceeded the quota/);
      storage.setItem('k', 'x'.repeat(QUOTA - 3));
      storage.setItem('a', 'b');
      storage.removeItem('k');
      storage.setItem('c', 'x'.repeat(QUOTA - 3));
      storage.clear();
      storage.setItem('k', 'x'.repeat(QUOTA - 1));
      expect(storage.getItem('k')).toHaveLength(QUOTA - 1);
    }
  });
});

describe('several documents', () => {
  test('share texts, and their methods work on the objects of all', () => {
    const areas = { local: new Area(), session: new Area() };
    const [first, second] = [createRealm(areas, {}), createRealm(areas, {})];
    first.localStorage.a = '1';
    expect(second.localStorage.a).toBe('1');
    second.Storage.prototype.removeItem.call(first.localStorage, 'a');
    expect(first.localStorage.length).toBe(0);
    first.sessionStorage.a = '2';
    expect([second.sessionStorage.a, second.localStorage.a]).toEqual(['2', undefined]);
    expect(second.localStorage instanceof first.Storage).toBe(false);
  });

  test('are told apart in what the areas tell', () => {
    const heard: unknown[] = [];
    const listener: ChangeListener = (change, source) => heard.push([change.key, source]);
    const areas = { local: new Area(listener), session: new Area() };
    const [here, there] = [{ name: 'here' }, { name: 'there' }];
    const [first, second] = [createRealm(areas, here), createRealm(areas, there)];
    first.localStorage.setItem('a', '1');
    second.localStorage.a = '2';
    second.localStorage.a = '2';
    second.Storage.prototype.setItem.call(first.localStorage, 'a', '3');
    Reflect.deleteProperty(second.localStorage, 'a');
    first.localStorage.clear();
    areas.local.set('a', '4');
    second.localStorage.clear();
    expect(heard).toEqual([
      ['a', here],
      ['a', there],
      ['a', here],
      ['a', there],
      ['a', undefined],
      [null, there],
    ]);
  });
});
