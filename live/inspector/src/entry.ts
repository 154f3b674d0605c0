/** What the inspector shows of one entry. Plain data, so that it can come from another frame. */
export interface Entry {
  /** The key in storage, with the version in it. */
  readonly key: string;
  /** Where it lies; memory, where the browser denies storage. */
  readonly storage: 'local' | 'session' | 'memory';
  /** The text in storage, as it is. */
  readonly text: string;
  /** The version of its module; none for an entry that belongs to no module. */
  readonly version?: number;
  /** Whether writes past the module are stopped. */
  readonly isProtected: boolean;
}

/** What Chromium gives a site per storage; the other browsers give about as much or half of it. */
export const QUOTA_BYTES = 10 * 1024 * 1024;

/** Counted as browsers count: two bytes per UTF-16 unit, and the key takes room as well. */
export const bytesOf = ({ key, text }: Pick<Entry, 'key' | 'text'>): number =>
  2 * (key.length + text.length);

export const idOf = ({ storage, key }: Entry): string => `${storage}:${key}`;
