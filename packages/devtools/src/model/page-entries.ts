import type { Store } from '@tuffet/core';
import type { Entry } from '../inspector/entry.ts';
import { OWN_KEY } from '../options.ts';
import { findRuntime, listStores, openStorage, type StorageName } from './runtime.ts';

/** Returns the entries of both storages, modules without an entry, and modules in memory. */
export function readPage(): Entry[] {
  const stores = listStores();
  return [
    ...readArea('local', stores),
    ...readArea('session', stores),
    ...stores.filter((store) => !store.isPersistent()).map(readMemory),
  ];
}

export function keysOf(area: Storage): string[] {
  const keys = Array.from({ length: area.length }, (_, index) => area.key(index) ?? '');
  return keys.filter((key) => key !== OWN_KEY);
}

function readArea(storage: StorageName, stores: readonly Store[]): Entry[] {
  const area = openStorage(storage);
  if (!area) return [];
  const own = stores.filter(({ type }) => type === storage);
  const modules = new Set(own.map(({ key }) => key));
  const persistent = own.filter((store) => store.isPersistent()).map(({ key }) => key);
  const guards = findRuntime()?.guards.get(area);
  return [...new Set([...keysOf(area), ...persistent])].sort().map((key) => {
    const text = area.getItem(key);
    return {
      key,
      storage,
      text: text ?? '',
      isProtected: guards?.has(key) ?? false,
      ...(guards?.get(key) ? { isStrict: true } : {}),
      ...(modules.has(key) ? { version: versionOf(key) } : {}),
      ...(text === null ? { isMissing: true } : {}),
    };
  });
}

/** Returns the text that a module in memory would store. */
export function textInMemory(store: Store): string {
  return `{${Array.from(store.peek().values(), ({ text }) => text)}}`;
}

function readMemory(store: Store): Entry {
  const { key } = store;
  const text = textInMemory(store);
  return { key, storage: 'memory', text, version: versionOf(key), isProtected: false };
}

/** Module keys can't end like this. */
const versionOf = (key: string): number => Number(/_v(\d+)$/.exec(key)?.[1] ?? 1);
