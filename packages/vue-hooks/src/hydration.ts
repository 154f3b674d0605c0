import type { Entry, Store } from '@tuffet/hooks/adapter';
import { getCurrentInstance, ref } from 'vue';

/** Counts the turns in which something hydrated: what reads it runs again after its turn. */
const turns = ref(0);
let isCounted = false;

/** Vue tells hydration by this too: a component that has an element before it is mounted. */
function isHydrating(): boolean {
  const instance = getCurrentInstance();
  return !!instance?.vnode.el && !instance.isMounted;
}

/** The entry to show. A component that takes over server markup must show what the server did. */
export function shownEntry(store: Store): Entry {
  if (!isHydrating()) return store.read();
  if (!isCounted)
    queueMicrotask(() => {
      isCounted = false;
      turns.value++;
    });
  isCounted = turns.value >= 0;
  return store.getInitial();
}
