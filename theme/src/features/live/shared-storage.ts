import type { StoredEntry } from '@tuffet-live/frame/protocol';
import { MAX_STORED_LENGTH } from './messages';
import type { Tab } from './tab';

/** The local storage that the tabs of a session have in common. */
export interface SharedStorage {
  entries(): StoredEntry[];
  /** Begins with these entries, and without tabs. */
  reset(entries: readonly StoredEntry[]): void;
  join(tab: Tab): void;
  leave(tab: Tab): void;
  /** A tab wrote. Tells the others; false when it holds more than a storage can. */
  write(from: Tab, key: string | null, text: string | null): boolean;
}

/** What a tab was told and may not have seen yet. */
interface Unseen {
  readonly told: Map<string | null, number>;
  /** What it wrote meanwhile. */
  readonly written: Set<string>;
}

/**
 * Tabs see each other's writes late. What reaches us last is what all of them end with: a tab that
 * wrote before it saw what it was told is told once more, after it has seen it.
 */
export function createSharedStorage(): SharedStorage {
  const texts = new Map<string, string>();
  const tabs = new Map<Tab, Unseen>();
  /** Of all keys and texts. */
  let length = 0;
  let told = 0;

  function put(key: string, text: string | null): void {
    length -= texts.has(key) ? key.length + (texts.get(key)?.length ?? 0) : 0;
    if (text === null) {
      texts.delete(key);
    } else {
      texts.set(key, text);
      length += key.length + text.length;
    }
  }

  function clear(): void {
    texts.clear();
    length = 0;
  }

  function tell(tab: Tab, unseen: Unseen, key: string | null): void {
    told += 1;
    const number = told;
    unseen.told.set(key, number);
    tab.post({ type: 'storage', key, text: key === null ? null : (texts.get(key) ?? null) });
    tab.confirm(() => {
      if (unseen.told.get(key) === number) {
        unseen.told.delete(key);
      }
      if (!unseen.told.size) {
        const written = [...unseen.written];
        unseen.written.clear();
        for (const one of written) {
          tell(tab, unseen, one);
        }
      }
    });
  }

  function note({ told: unseen, written }: Unseen, key: string | null): void {
    for (const other of unseen.keys()) {
      const overtaken = key ?? other;
      if (overtaken !== null && (other === null || other === overtaken)) {
        written.add(overtaken);
      }
    }
  }

  return {
    entries: () => [...texts].map(([key, text]) => ({ storage: 'local', key, text })),
    reset(entries) {
      tabs.clear();
      clear();
      for (const { key, text } of entries) {
        put(key, text);
      }
    },
    join: (tab) => tabs.set(tab, { told: new Map(), written: new Set() }),
    leave: (tab) => tabs.delete(tab),
    write(from, key, text) {
      if (key === null) {
        clear();
      } else {
        put(key, text);
      }
      for (const [tab, unseen] of tabs) {
        if (tab === from) {
          note(unseen, key);
        } else {
          tell(tab, unseen, key);
        }
      }
      return length <= MAX_STORED_LENGTH;
    },
  };
}
