import { describe, expect, test } from 'vitest';
import { Area } from './area.ts';
import { adaptStorageEvent } from './event.ts';
import { createRealm } from './realm.ts';

const { localStorage: ours } = createRealm({ local: new Area(), session: new Area() }, {});
const native = globalThis.localStorage;
const NativeEvent = globalThis.StorageEvent;

/** What a class does with the storage that belongs to it. */
function probe(Class: typeof StorageEvent, storage: Storage): unknown[] {
  const attempt = (action: () => unknown): unknown => {
    try {
      const result = action();
      return result === storage ? 'the storage' : result;
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };
  const create = (...args: unknown[]) => Reflect.construct(Class, args) as StorageEvent;
  const init = { key: 'a', oldValue: null, newValue: '1', url: 'x', bubbles: true };
  const event = create('storage', { ...init, storageArea: storage });
  return [
    () => [event.key, event.oldValue, event.newValue, event.url, event.bubbles, event.type],
    () => event.storageArea,
    () => create('storage').storageArea,
    () => create('storage', undefined).storageArea,
    () => create('storage', { storageArea: null }).storageArea,
    () => create('storage', { storageArea: {} }),
    () => create('storage', { storageArea: 'text' }),
    () => create(),
    () => (Class as unknown as () => void)(),
    () => {
      const made = create('x');
      made.initStorageEvent('storage', true, true, 'b', 'c', 'd', 'e', storage);
      return [made.type, made.key, made.newValue, made.storageArea === storage];
    },
    () => create('x').initStorageEvent('storage', true, true, 'b', 'c', 'd', 'e', {} as Storage),
    () => [event instanceof Class, event instanceof Event, String(event), Class.length, Class.name],
    () => Object.getOwnPropertyNames(Class.prototype),
    () => Object.keys(Object.getOwnPropertyDescriptor(Class.prototype, 'storageArea') ?? {}),
    () => Class.prototype.constructor === Class,
    () => Class.prototype.initStorageEvent.length,
  ].map(attempt);
}

describe('the event', () => {
  test('is for our storages what the browser’s is for its own', () => {
    const expected = probe(NativeEvent, native);
    const descriptors = Object.getOwnPropertyDescriptors(NativeEvent.prototype);
    const found = probe(adaptStorageEvent(), ours);
    Object.defineProperties(NativeEvent.prototype, descriptors);
    expect(found).toEqual(expected);
  });
});
