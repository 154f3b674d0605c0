import type { Entry } from './entry.ts';

/** The part of a storage of ours that is needed here. */
export interface WatchedStorage {
  readonly helper: {
    getStorageKey(): string;
    getStorageType(): 'local' | 'session';
    isPersistent(): boolean;
    getModule(): object;
  };
  readonly storageModule: {
    readonly store: { subscribe(listener: () => void): () => void };
  };
}

export interface PageWatch {
  /** Looks again. For writes past the modules: the browser tells other tabs of them, never this one. */
  refresh(): void;
  stop(): void;
}

/** Tells of the entries of this page now, and after every change. Nothing is polled. */
export function watchPage(
  storages: readonly WatchedStorage[],
  listener: (entries: Entry[]) => void,
): PageWatch {
  const refresh = (): void => listener(readPage(storages));
  // Modules tell of their own changes, in whichever tab they were made; the browser of all others.
  const stops = storages.map(({ storageModule }) => storageModule.store.subscribe(refresh));
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

/** The entries of both storages, and of modules that live in memory. */
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

/** Creators refuse keys that end like this, so the number is never part of a name. */
const versionOf = (key: string): number => Number(/_v(\d+)$/.exec(key)?.[1] ?? 1);

function openArea(type: 'local' | 'session'): Storage | undefined {
  try {
    return type === 'local' ? localStorage : sessionStorage;
  } catch {
    return undefined; // the browser denies storage
  }
}

const UNWRITABLE = {
  toString(): never {
    throw new TypeError('This value is never written.');
  },
};

/** Asks by a write that cannot happen: a guard refuses the key before anybody looks at the value. */
function isProtected(area: Storage, key: string): boolean {
  try {
    area.setItem(key, UNWRITABLE as unknown as string);
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === 'protected-key';
  }
}
