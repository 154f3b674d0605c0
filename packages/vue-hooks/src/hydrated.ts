import { isServer } from '@tuffet/hooks/adapter';
import type { Ref } from 'vue';
import { customRef, shownEntry } from './hydration.ts';

const source = { read: () => !isServer(), getInitial: () => false };
const hydrated = customRef<boolean>(() => ({ get: () => shownEntry(source), set() {} }));

/**
 * Returns a ref that is false during SSR and hydration, while components show initial values. It is
 * true as soon as they show the stored values, also in the first render of a component that isn't
 * hydrated.
 */
export function useHydrated(): Readonly<Ref<boolean>> {
  return hydrated;
}
