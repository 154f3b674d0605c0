import type { Store } from '@tuffet/core';
import type { Entry } from '../inspector/entry.ts';
import { OWN_KEY } from '../options.ts';
import { parseRoot } from './actions.ts';
import { keysOfBackups } from './backups.ts';
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
  const modules = new Map(own.map((store) => [store.key, store]));
  const owners = new Map(
    own.flatMap((store) => keysOfBackups(store).map((key) => [key, store.key])),
  );
  const persistent = own.filter((store) => store.isPersistent()).map(({ key }) => key);
  const guards = findRuntime()?.guards.get(area);
  return [...new Set([...keysOf(area), ...persistent])].sort().map((key) => {
    const text = area.getItem(key);
    const store = modules.get(key);
    const owner = owners.get(key);
    return {
      key,
      storage,
      text: text ?? '',
      isProtected: guards?.has(key) ?? false,
      ...(guards?.get(key) ? { isStrict: true } : {}),
      ...(store ? { version: versionOf(key) } : {}),
      ...(text === null ? { isMissing: true } : {}),
      ...(store?.getArea().area === area ? stateOf(store, text) : {}),
      ...(owner === undefined ? {} : { backupOf: owner }),
    };
  });
}

/** Says which stored values a module doesn't use, and which backups it has. */
function stateOf(store: Store, text: string | null): Partial<Entry> {
  const backups = keysOfBackups(store);
  const root = text === null ? {} : parseRoot(text);
  const rejected = root && isRead(store, root) ? namesOnlyIn(store.getStored(), store.peek()) : [];
  return {
    // Another serializer may store any string.
    ...(root || store.peek().size ? {} : { isUnusable: true }),
    ...(rejected.length ? { rejected } : {}),
    ...(backups.length ? { backups } : {}),
  };
}

/**
 * Whether the module has read an entry. Otherwise, reading it would report its problems and notify
 * subscribers, which wouldn't happen without the devtools.
 */
function isRead(store: Store, root: object): boolean {
  const texts = Object.entries(root).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return [...store.peek().values()].every(({ text }) => texts.includes(text));
}

function namesOnlyIn(
  stored: ReturnType<Store['peek']>,
  shown: ReturnType<Store['peek']>,
): string[] {
  return [...stored.keys()].filter((name) => !shown.has(name));
}

/** Returns the text that a module in memory would store. */
export function textInMemory(store: Store): string {
  return `{${Array.from(store.peek().values(), ({ text }) => text)}}`;
}

function readMemory(store: Store): Entry {
  const { key, type } = store;
  const text = textInMemory(store);
  const entry = {
    key,
    storage: 'memory',
    text,
    version: versionOf(key),
    isProtected: false,
  } as const;
  // Otherwise, the browser blocks storage, or consent is missing.
  const isHeld = store.getArea().area === openStorage(type);
  return { ...entry, ...(isHeld ? { isHeld } : {}) };
}

/** Module keys can't end like this. */
const versionOf = (key: string): number => Number(/_v(\d+)$/.exec(key)?.[1] ?? 1);
