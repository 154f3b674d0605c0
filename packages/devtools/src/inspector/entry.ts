/** Plain data, so that it can come from an iframe. */
export interface Entry {
  /** The key in storage, including the version. */
  readonly key: string;
  /** `memory` if values aren't stored: the browser blocks storage, or consent is missing. */
  readonly storage: 'local' | 'session' | 'memory';
  readonly text: string;
  /** Undefined for an entry that doesn't belong to a module. */
  readonly version?: number;
  readonly isProtected: boolean;
  /** Whether property writes are blocked, too. */
  readonly isStrict?: boolean;
  /** True for a module without an entry. */
  readonly isMissing?: boolean;
  /** The text of a module that isn't an entry. */
  readonly isUnusable?: boolean;
  /** True for changes in memory that couldn't be stored. */
  readonly isHeld?: boolean;
  /** The stored properties that `check` or `merge` rejects. */
  readonly rejected?: readonly string[];
  /** The key of the module that the entry is a backup of. */
  readonly backupOf?: string;
  /** The keys of the backups of a module. */
  readonly backups?: readonly string[];
}

/** Chromium's quota per storage and origin, in UTF-16 units. Other browsers are close. */
export const QUOTA_CHARACTERS: number = 5 * 1024 * 1024;

/** In UTF-16 units, including the key, as browsers count. */
export const charactersOf = ({
  key,
  text,
  isMissing,
}: Pick<Entry, 'key' | 'text' | 'isMissing'>): number => (isMissing ? 0 : key.length + text.length);

export const idOf = ({ storage, key }: Pick<Entry, 'storage' | 'key'>): string =>
  `${storage}:${key}`;
