import type { Entry } from './entry.ts';

/** The members of a module that are used here. */
interface WatchedStorage {
  readonly helper: {
    getStorageKey(): string;
    getStorageType(): 'local' | 'session';
    isPersistent(): boolean;
    getModule(): object;
  };
  subscribe(listener: () => void): () => void;
}

export interface PageWatch {
  /** For direct writes: the browser only notifies other tabs of them. */
  refresh(): void;
  stop(): void;
}

/** Calls the listener with the entries of this page now, and after every change. */
export function watchPage(
  storages: readonly WatchedStorage[],
  listener: (entries: Entry[]) => void,
): PageWatch {
  let isSubscribed = false;
  const refresh = (): void => {
    // Every module calls its listener immediately; one call for all of them is enough.
    if (isSubscribed) {
      listener(readPage(storages));
    }
  };
  // Modules report their own changes, also those of other tabs; the browser reports all others.
  const stops = storages.map((storage) => storage.subscribe(refresh));
  isSubscribed = true;
  addEventListener('storage', refresh);
  refresh();
  return {
    refresh,
    stop() {
      removeEventListener('storage', refresh);
      for (const stop of stops) {
        stop();
      }
    },
  };
}

/** The entries of both storages, and of modules in memory. */
export function readPage(storages: readonly WatchedStorage[]): Entry[] {
  return [
    ...readArea('local', storages),
    ...readArea('session', storages),
    ...storages.filter(({ helper }) => !helper.isPersistent()).map(readMemory),
  ];
}

function readArea(type: 'local' | 'session', storages: readonly WatchedStorage[]): Entry[] {
  const area = openArea(type);
  if (!area) {
    return [];
  }
  const modules = new Set(
    storages
      .filter(({ helper }) => helper.getStorageType() === type)
      .map(({ helper }) => helper.getStorageKey()),
  );
  const keys = Array.from({ length: area.length }, (_, index) => area.key(index) ?? '').sort();
  return keys.map((key) => ({
    key,
    storage: type,
    text: area.getItem(key) ?? '',
    isProtected: isProtected(area, key),
    ...(modules.has(key) ? { version: versionOf(key) } : {}),
  }));
}

function readMemory({ helper }: WatchedStorage): Entry {
  const key = helper.getStorageKey();
  const text = JSON.stringify(helper.getModule());
  return { key, storage: 'memory', text, version: versionOf(key), isProtected: false };
}

/** Module keys can't end like this. */
const versionOf = (key: string): number => Number(/_v(\d+)$/.exec(key)?.[1] ?? 1);

function openArea(type: 'local' | 'session'): Storage | undefined {
  try {
    return type === 'local' ? localStorage : sessionStorage;
  } catch {
    return undefined; // The browser blocks storage.
  }
}

const UNWRITABLE = {
  toString(): never {
    throw new TypeError('This value is never written.');
  },
};

/** Attempts a write that can't succeed: protection rejects the key before the value is converted. */
function isProtected(area: Storage, key: string): boolean {
  try {
    area.setItem(key, UNWRITABLE as unknown as string);
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === 'protected-key';
  }
}
