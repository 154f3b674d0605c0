import { createNamedProxy, type Entry, namesIn, type Store } from '@tuffet/hooks/adapter';
import { lowerFirst, upperFirst } from '@tuffet/shared';
import type { Ref } from 'vue';
import { shownEntry } from './hydration.ts';
import { createPropertyRef } from './property-ref.ts';

type Call = () => boolean;

/** A store with its refs and functions for Vue. */
export interface Binding {
  readonly reactions: {
    readonly refs: Readonly<Record<string, Ref<unknown> | undefined>>;
    readonly resetters: Readonly<Record<string, Call | undefined>>;
    readonly checkers: Readonly<Record<string, Call | undefined>>;
  };
  size(): number;
  contains(name: string): boolean;
}

interface Refs {
  readonly store: Store;
  /** By property; under undefined, a ref without a value that changes with every property. */
  readonly refs: Map<string | undefined, Ref<unknown>>;
  /** Properties that were read through `refs`. */
  readonly requested: Set<string>;
}

function refOf({ store, refs }: Refs, name?: string): Ref<unknown> {
  const ref = refs.get(name) ?? createPropertyRef(store, name as string);
  refs.set(name, ref);
  return ref;
}

/** Returns the entry, and tracks the property, or without a name all of them. */
function trackEntry(refs: Refs, name?: string): Entry {
  void refOf(refs, name).value;
  return shownEntry(refs.store);
}

/** Returns the property of `resetURL`: `URL` if it is known, otherwise `uRL`. */
function propertyOf(refs: Refs, suffix: string): string {
  if (namesIn(refs.store).includes(suffix) || refs.requested.has(suffix)) return suffix;
  void refOf(refs, suffix).value; // `URL` may be set later
  return lowerFirst(suffix);
}

/** Creates an object with `resetXxx` or `containsXxx` for every property. */
function createFunctions(refs: Refs, prefix: string, call: (name: string) => boolean) {
  return createNamedProxy<Call | undefined>(
    () => namesIn(refs.store).map((name) => prefix + upperFirst(name)),
    (key) =>
      key.startsWith(prefix) ? () => call(propertyOf(refs, key.slice(prefix.length))) : undefined,
  );
}

function requestRef(refs: Refs, name: string): Ref<unknown> | undefined {
  if (name.startsWith('__v_')) return undefined; // Vue reads its own flags from any object.
  refs.requested.add(name);
  return refOf(refs, name);
}

function createBinding(store: Store): Binding {
  const refs: Refs = { store, refs: new Map(), requested: new Set() };
  const contains = (name: string) => trackEntry(refs, name).has(name);
  const reset = (name: string) => store.commit({ [name]: store.getInitial().get(name)?.value });
  return {
    reactions: {
      refs: createNamedProxy(
        () => namesIn(store),
        (name) => requestRef(refs, name),
      ),
      resetters: createFunctions(refs, 'reset', reset),
      checkers: createFunctions(refs, 'contains', contains),
    },
    size: () => trackEntry(refs).size,
    contains,
  };
}

const bindings = new WeakMap<Store, Binding>();

/** Returns the binding of a store, the same for all components. */
export function bindingOf(store: Store): Binding {
  const binding = bindings.get(store) ?? createBinding(store);
  bindings.set(store, binding);
  return binding;
}
