import { createNamedProxy, storeOf } from '@tuffet/hooks/adapter';
import type { Ref } from 'vue';
import { type Binding, bindingOf } from './binding.ts';
import { customRef } from './hydration.ts';
import type { StorageReactions, StorageSource } from './types.ts';

type Reactions = Binding['reactions'];

/**
 * Returns a ref, `resetXxx` and `containsXxx` for every property. With a function, they always
 * belong to the module that it returns.
 */
export function useStorage<T>(source: StorageSource<T>): StorageReactions<T> {
  const isGetter = typeof source === 'function';
  const current = () => bindingOf(storeOf(isGetter ? source() : source)).reactions;
  const reactions = isGetter
    ? {
        refs: follow(current, 'refs'),
        resetters: follow(current, 'resetters'),
        checkers: follow(current, 'checkers'),
      }
    : current();
  return reactions as unknown as StorageReactions<T>;
}

/** Returns members that look up the current one whenever they are used. */
function follow(current: () => Reactions, kind: keyof Reactions): unknown {
  return createNamedProxy(
    () => Object.keys(current()[kind]),
    (name) => {
      const member = () => current()[kind][name] as Ref<unknown> & (() => boolean);
      const accessors = {
        get: () => member().value,
        set(value: unknown) {
          member().value = value;
        },
      };
      // Vue and JSON.stringify read other names, such as `__v_raw` and `toJSON`.
      if (!member()) return undefined;
      return kind === 'refs' ? customRef(() => accessors) : () => member()();
    },
  );
}
