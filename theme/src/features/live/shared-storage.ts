import type { StoredEntry } from '@tuffet-live/frame/protocol';
import { MAX_STORED_LENGTH } from './messages';
import type { Tab } from './tab';

/** Notifications that a tab may not have processed yet. */
interface Pending {
  /** The number of the latest notification by key; null for `clear()`. */
  readonly sent: Map<string | null, number>;
  /** Keys that the tab wrote before it had processed a notification about them. */
  readonly overtaken: Set<string>;
}

/**
 * The local storage that the tabs of a session share. Tabs receive each other's writes with a delay.
 * The write that arrives here last wins: a tab that wrote before it had processed a notification
 * receives the current value again afterwards.
 */
export class SharedStorage {
  readonly #texts = new Map<string, string>();
  readonly #tabs = new Map<Tab, Pending>();
  /** The total length of keys and values. */
  #length = 0;
  #count = 0;

  entries(): StoredEntry[] {
    return [...this.#texts].map(([key, text]) => ({ storage: 'local', key, text }));
  }

  reset(): void {
    this.#tabs.clear();
    this.#clear();
  }

  join(tab: Tab): void {
    this.#tabs.set(tab, { sent: new Map(), overtaken: new Set() });
  }

  leave(tab: Tab): void {
    this.#tabs.delete(tab);
  }

  /** Stores a write of a tab and notifies the others. Returns false if the quota is exceeded. */
  write(from: Tab, key: string | null, text: string | null): boolean {
    if (key === null) {
      this.#clear();
    } else {
      this.#put(key, text);
    }
    for (const [tab, pending] of this.#tabs) {
      if (tab === from) {
        noteOvertaken(pending, key);
      } else {
        this.#notify(tab, pending, key);
      }
    }
    return this.#length <= MAX_STORED_LENGTH;
  }

  #put(key: string, text: string | null): void {
    this.#length -= this.#texts.has(key) ? key.length + (this.#texts.get(key)?.length ?? 0) : 0;
    if (text === null) {
      this.#texts.delete(key);
    } else {
      this.#texts.set(key, text);
      this.#length += key.length + text.length;
    }
  }

  #clear(): void {
    this.#texts.clear();
    this.#length = 0;
  }

  #notify(tab: Tab, pending: Pending, key: string | null): void {
    this.#count += 1;
    const number = this.#count;
    pending.sent.set(key, number);
    tab.post({ type: 'storage', key, text: key === null ? null : (this.#texts.get(key) ?? null) });
    tab.confirm(() => {
      if (pending.sent.get(key) === number) {
        pending.sent.delete(key);
      }
      if (!pending.sent.size) {
        const overtaken = [...pending.overtaken];
        pending.overtaken.clear();
        for (const one of overtaken) {
          this.#notify(tab, pending, one);
        }
      }
    });
  }
}

function noteOvertaken({ sent, overtaken }: Pending, written: string | null): void {
  for (const notified of sent.keys()) {
    const key = written ?? notified;
    if (key !== null && (notified === null || notified === key)) {
      overtaken.add(key);
    }
  }
}
