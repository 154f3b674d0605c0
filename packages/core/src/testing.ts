import type { TuffetError } from './errors.ts';
import { setProtection } from './protection.ts';
import { getRuntime, type Natives, type Runtime, setRuntime } from './runtime.ts';
import type { Store } from './store/store.ts';
import { isServer } from './web-storage.ts';

/** An event that the other tabs haven't received yet. */
interface PendingEvent {
  readonly from: Runtime;
  readonly event: Partial<StorageEvent>;
}

/** The simulated tabs, oldest first; none while there is only the page itself. */
let tabs: Runtime[] = [];
let pending: PendingEvent[] = [];
/** The methods of `Storage` before any tab was simulated. */
let natives: Natives;

/** Resets all modules and their protection between tests. Doesn't clear storage. */
export function resetModules(): void {
  if (isServer()) return;
  // The latest tab first: it may have replaced methods of an earlier one.
  for (const runtime of [...new Set([...tabs, getRuntime()])].reverse()) {
    setRuntime(runtime);
    for (const { type, key } of runtime.stores.values()) setProtection(type, key, false);
    // The event listeners of the old runtime remain, without stores to update.
    runtime.stores.clear();
  }
  tabs = [];
  pending = [];
  // The next one starts with the methods that Storage has then.
  setRuntime(undefined);
}

/**
 * Makes writes of all modules fail, as in a full storage, or in one that the browser blocks. Replacing
 * `Storage.prototype.setItem` has no effect: modules keep the native methods. Returns a function that
 * ends it. `resetModules` ends it, too.
 */
export function failWrites(reason: 'quota' | 'denied' = 'quota'): () => void {
  if (isServer()) return () => {};
  const methods = getRuntime().natives;
  const { setItem, removeItem } = methods;
  const name = reason === 'quota' ? 'QuotaExceededError' : 'SecurityError';
  const fail = () => {
    throw new DOMException(`failWrites('${reason}')`, name);
  };
  // A full storage still removes entries.
  Object.assign(methods, { setItem: fail, removeItem: reason === 'quota' ? removeItem : fail });
  return () => void Object.assign(methods, { setItem, removeItem });
}

/** Returns a list to which the errors of modules that are created from now on are added. */
export function collectErrors(): readonly TuffetError[] {
  const errors: TuffetError[] = [];
  if (isServer()) return errors;
  const add = (error: TuffetError) => void errors.push(error);
  const watch = (store: Store) => {
    const { configure } = store;
    store.configure = ({ onError, ...options }) => {
      const handle = (error: TuffetError) => {
        add(error);
        onError?.(error);
      };
      configure({ ...options, ...(onError && { onError: handle }) });
    };
    configure({ onError: add });
  };
  const { stores } = getRuntime();
  const set = stores.set.bind(stores);
  stores.set = (id, store) => {
    if (!stores.has(id)) watch(store);
    return set(id, store);
  };
  return errors;
}

/**
 * Simulates another tab on this page: modules that are created from now on only share storage with
 * earlier ones. Returns a function that delivers the storage events of all tabs.
 */
export function simulateTab(): () => void {
  if (isServer()) return () => {};
  if (!tabs.length) {
    natives = { ...getRuntime().natives };
    addTab();
  }
  setRuntime(undefined);
  addTab();
  return deliverEvents;
}

/** Makes the writes of the current runtime those of a tab. */
function addTab(): void {
  const from = getRuntime();
  tabs.push(from);
  const observe = (method: (key: string, value: string) => void) =>
    function (this: Storage, key: string, value: string) {
      const oldValue = this.getItem(key);
      method.call(this, key, value);
      const newValue = this.getItem(key);
      if (newValue === oldValue) return;
      pending.push({ from, event: { key, oldValue, newValue, storageArea: this } });
    };
  const { setItem, removeItem } = natives;
  Object.assign(from.natives, { setItem: observe(setItem), removeItem: observe(removeItem) });
}

function deliverEvents(): void {
  // A tab may write again when it receives an event.
  for (let next = pending.shift(); next; next = pending.shift()) {
    for (const tab of tabs) {
      if (tab === next.from) continue;
      for (const store of tab.stores.values()) store.receive(next.event);
    }
  }
}
