/** A request that has no answer yet. */
export interface Item {
  readonly key: string;
  readonly body: string;
  /** When it was created, in milliseconds. */
  readonly created: number;
  /** Whether the server may have stored it, although it hasn't answered. */
  isUncertain: boolean;
}

export function saveItem(prefix: string, item: Item): void {
  tryToStore((storage) => storage.setItem(prefix + item.key, JSON.stringify(item)));
}

export function removeItem(prefix: string, { key }: Item): void {
  tryToStore((storage) => storage.removeItem(prefix + key));
}

/** Returns the items that this page and earlier ones in the tab have saved. */
export function loadItems(prefix: string): Item[] {
  const items: Item[] = [];
  tryToStore((storage) => {
    for (const name of Object.keys(storage)) {
      if (name.startsWith(prefix)) items.push(JSON.parse(storage[name]));
    }
  });
  return items;
}

/** Without storage, a request is only retried on the page that has sent it. */
function tryToStore(task: (storage: Storage) => void): void {
  try {
    task(sessionStorage);
  } catch {
    // It is blocked or full.
  }
}
