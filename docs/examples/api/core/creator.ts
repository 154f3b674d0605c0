import { StorageModule } from '@tuffet/core';
import {
  claimKey,
  isServer,
  openArea,
  rootOf,
  textOf,
} from '@tuffet/core/adapter';

/** A custom creator that stores any plain object in sessionStorage. */
function createDraft(key: string, initial: Record<string, unknown>) {
  const pairs = Object.entries(initial).map(([name, value]) => [
    name,
    textOf(key, name, value, JSON),
  ]);
  claimKey('session', key, JSON.stringify(pairs.sort()));

  const { store } = new StorageModule<Record<string, unknown>>(
    key,
    'session',
    true,
  );
  store.configure({ initial });
  const isNew = !isServer() && openArea('session').area.getItem(key) === null;
  return { store, isNew, read: () => rootOf(store.read()) };
}

const draft = createDraft('draft', { title: '' });
draft.store.commit({ text: 'Dear' });
console.log(draft.isNew, draft.read());
console.log(createDraft('draft', { title: '' }).isNew);
