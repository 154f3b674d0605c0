/** The part of the Storage interface that modules need. */
export interface Area extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  readonly length?: number;
  key?(index: number): string | null;
}

/** Returns true if there is no `document`, and so no web storage: during SSR and in workers. */
export function isServer(): boolean {
  return typeof document === 'undefined';
}

/** What to say where storage is denied. Tests run in Node, with a page that jsdom or the like makes. */
export function denialHint(): string {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node
    ? 'No web storage, so values are only in memory. If Node hides the localStorage of jsdom or happy-dom, run it with --no-experimental-webstorage.'
    : 'The browser blocks storage, so values are only in memory until the page closes or reloads.';
}

export function createMemory(): Area {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => void entries.set(key, text),
    removeItem: (key) => void entries.delete(key),
  };
}
