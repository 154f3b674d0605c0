import { StorageModule, StorageType } from '@tuffet/core';
import { createLocalStorage, useStorage } from '@tuffet/hooks';
import type { Initial, NotStorable } from '@tuffet/shared';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

// A nested interface is fine: only the module type itself must be an alias.
interface Address {
  street: string;
  geo?: { readonly lat: number; readonly lon: number };
}
type Person = { name: string; address?: Address; tags: readonly string[]; pair: [number, string] };
const person = createLocalStorage<Person>({
  storageModuleKey: 'person',
  initial: { name: '', tags: [], pair: [1, 'a'] },
});
const items = useStorage(person);
items.address.set({ street: 'Main' });
items.address.set(undefined);
items.tags.set((tags) => [...tags, 'x']);
items.tags.set(items.tags.get());
same<ReturnType<typeof items.name.get>, string>(true);
same<
  Initial<Person>,
  {
    name: string;
    tags: readonly string[];
    pair: [number, string];
    address?: NotStorable<'An optional property cannot have an initial value'>;
  }
>(true);

// Unions stay unions.
type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number; label?: string };
const shape = createLocalStorage<Shape>({
  storageModuleKey: 'shape',
  initial: { kind: 'square', side: 1 },
});
same<ReturnType<ReturnType<typeof useStorage<Shape>>['kind']['get']>, 'circle' | 'square'>(true);
useStorage(shape).radius.set(2);
useStorage(shape).label.reset();

// So do index signatures.
type Scores = { [player: string]: number };
const scores = createLocalStorage<Scores>({ storageModuleKey: 'scores', initial: {} });
useStorage(scores).ada?.set(1);

// A required property may hold null or undefined.
type Nullable = { a: string | null; b: string | undefined };
createLocalStorage<Nullable>({ storageModuleKey: 'nullable', initial: { a: null, b: undefined } });

// The thin core takes plain strings and the constants.
new StorageModule<Person>('p', StorageType.LOCAL).setItem('name', 'Ada');
const name: string | undefined = new StorageModule<Person>('q', 'session').getItem('name');
