import { type Entry, StorageModule, type Store } from '@tuffet/core';

const settings = new StorageModule<{ theme: string; zoom: number }>(
  'settings',
  'local',
);
const store: Store = settings.store;

const names = (entry: Entry) => [...entry.keys()].join();
const unsubscribe = store.subscribe(() =>
  console.log('stored:', names(store.read())),
);
store.subscribe(
  () => console.log('zoom:', store.read().get('zoom')?.value),
  'zoom',
);

store.commit({ theme: 'dark' });
store.commit({ zoom: 2, theme: undefined });
unsubscribe();
store.remove();
