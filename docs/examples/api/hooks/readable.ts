import {
  createLocalStorage,
  type TuffetStorage,
  useStorage,
} from '@tuffet/hooks';
import {
  createNamedProxy,
  isServer,
  itemsOf,
  namesIn,
  storeOf,
  valueIn,
} from '@tuffet/hooks/adapter';

/** Svelte stores: `subscribe` calls back immediately and after every change. */
function toReadables<T>(storage: TuffetStorage<T>) {
  const store = storeOf(storage);
  const items = itemsOf(store);
  return createNamedProxy(
    () => namesIn(store),
    (name) => ({
      subscribe(run: (value: unknown) => void) {
        const entry = isServer() ? store.getInitial() : store.read();
        run(valueIn(store, name, entry));
        return items[name]?.subscribe(run);
      },
    }),
  );
}

const settings = createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
const readables = toReadables(settings);
readables.theme?.subscribe((value) => console.log('theme is', value));
useStorage(settings).theme.set('dark');
console.log(Object.keys(readables));
