/** The part of the Storage interface that modules need. */
export interface Area extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  readonly length?: number;
  key?(index: number): string | null;
}

/** A storage, and methods that bypass protection. */
export interface OpenedArea {
  readonly area: Area;
  readonly methods: Pick<Storage, 'setItem' | 'removeItem'>;
  /** The error, if the browser blocks storage and `area` is in memory. */
  readonly denial?: unknown;
}

/** Returns true if there is no `document`, and so no web storage: during SSR and in workers. */
export function isServer(): boolean {
  return typeof document === 'undefined';
}

/** Opens a new storage in memory. */
export function openMemory(denial?: unknown): OpenedArea {
  const entries = new Map<string, string>();
  const area: Area = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => entries.set(key, text),
    removeItem: (key) => entries.delete(key),
  };
  return { area, methods: area, denial };
}
