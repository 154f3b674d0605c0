import { getCurrentInstance, queuePostFlushCb, ref } from 'vue';

// The other files import it from here, so that bundles contain one import of Vue.
export { customRef } from 'vue';

/** Incremented when components have hydrated, so that they re-render. */
const hydrations = ref(0);
let expected = 0;

/** Returns the entry to render: during hydration the initial values, to match the server's HTML. */
export function shownEntry<T>(store: { read(): T; getInitial(): T }): T {
  const instance = getCurrentInstance();
  // Vue detects hydration like this, too: the element exists before the component is mounted.
  if (!instance?.vnode.el || instance.isMounted) return store.read();
  if (hydrations.value === expected) {
    expected++;
    const update = () => {
      hydrations.value = expected;
    };
    // Before mounted hooks, which may read a computed value that was rendered.
    queuePostFlushCb(update);
    // Within Suspense, post-flush callbacks run earlier than that.
    queueMicrotask(update);
  }
  return store.getInitial();
}
