import type { Entry, Store } from '@tuffet/hooks/adapter';
import { getCurrentInstance, ref } from 'vue';

/** Turns of the page in which something hydrated: what asks for it runs again after its own. */
const turns = ref(0);
let due = 0;

/** The entry to show. A component that takes over server markup must show what the server did. */
export function shownEntry(store: Store): Entry {
  const instance = getCurrentInstance();
  // Vue tells hydration by this too: an element is there before the component is mounted.
  if (!instance?.vnode.el || instance.isMounted) return store.read();
  if (turns.value === due) {
    due++;
    queueMicrotask(() => {
      turns.value = due;
    });
  }
  return store.getInitial();
}
