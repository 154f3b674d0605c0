import { createNamedProxy, type Entry, namesIn, type Store } from '@tuffet/hooks/adapter';
import { lowerFirst, upperFirst } from '@tuffet/shared';
import type { Ref } from 'vue';
import { shownEntry } from './hydration.ts';
import { createPropertyRef } from './property-ref.ts';

type Call = () => boolean;

/** A store as Vue sees it. */
export interface Binding {
  readonly reactions: {
    readonly refs: Readonly<Record<string, Ref<unknown> | undefined>>;
    readonly resetters: Readonly<Record<string, Call | undefined>>;
    readonly checkers: Readonly<Record<string, Call | undefined>>;
  };
  size(): number;
  contains(name: string): boolean;
}

function createBinding(store: Store): Binding {
  const refs = new Map<string | undefined, Ref<unknown>>();
  /** Properties that have been read through `refs`. */
  const asked = new Set<string>();
  const names = () => namesIn(store);

  /** The ref of a property; without a name, one that holds nothing and changes with any. */
  function refOf(name?: string): Ref<unknown> {
    const ref = refs.get(name) ?? createPropertyRef(store, name as string);
    refs.set(name, ref);
    return ref;
  }

  /** The entry; whoever asks depends on the property, or without a name on all. */
  function entryFor(name?: string): Entry {
    void refOf(name).value;
    return shownEntry(store);
  }

  const contains = (name: string) => entryFor(name).has(name);
  const reset = (name: string) => store.commit({ [name]: store.getInitial().get(name)?.value });

  /** `resetXxx` or `containsXxx` for every property. */
  function functions(prefix: string, call: (name: string) => boolean) {
    /** The property behind `resetURL`: `URL` where such a one is known, `uRL` otherwise. */
    const nameBehind = (key: string) => {
      const name = key.slice(prefix.length);
      const isKnown = names().includes(name) || asked.has(name);
      if (!isKnown) void refOf(name).value; // `URL` may be set later
      return isKnown ? name : lowerFirst(name);
    };
    return createNamedProxy<Call | undefined>(
      () => names().map((name) => prefix + upperFirst(name)),
      (key) => (key.startsWith(prefix) ? () => call(nameBehind(key)) : undefined),
    );
  }

  function publicRef(name: string): Ref<unknown> | undefined {
    if (name.startsWith('__v_')) return undefined; // Vue asks any object for its own marks.
    asked.add(name);
    return refOf(name);
  }

  return {
    reactions: {
      refs: createNamedProxy(names, publicRef),
      resetters: functions('reset', reset),
      checkers: functions('contains', contains),
    },
    size: () => entryFor().size,
    contains,
  };
}

const bindings = new WeakMap<Store, Binding>();

/** The same for every component of the page. */
export function bindingOf(store: Store): Binding {
  const binding = bindings.get(store) ?? createBinding(store);
  bindings.set(store, binding);
  return binding;
}
