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

/** The quota of an origin per storage in Chromium, in UTF-16 units; other browsers are close. */
export const QUOTA_CHARACTERS = 5 * 1024 * 1024;

/** UTF-16 units, as browsers count; the key counts too. */
export const charactersOf = ({ key, text }: Pick<Entry, 'key' | 'text'>): number =>
  key.length + text.length;

export const idOf = ({ storage, key }: Entry): string => `${storage}:${key}`;
