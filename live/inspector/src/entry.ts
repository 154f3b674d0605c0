/** Plain data, so that it can come from an iframe. */
export interface Entry {
  /** The key in storage, including the version. */
  readonly key: string;
  /** `memory` if the browser blocks storage. */
  readonly storage: 'local' | 'session' | 'memory';
  readonly text: string;
  /** Undefined for an entry that doesn't belong to a module. */
  readonly version?: number;
  readonly isProtected: boolean;
}

/** Chromium's quota per storage and origin, in UTF-16 units. Other browsers are close. */
export const QUOTA_CHARACTERS = 5 * 1024 * 1024;

/** In UTF-16 units, including the key, as browsers count. */
export const charactersOf = ({ key, text }: Pick<Entry, 'key' | 'text'>): number =>
  key.length + text.length;

export const idOf = ({ storage, key }: Entry): string => `${storage}:${key}`;
