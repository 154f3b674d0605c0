/** The names of the two storages. You can also pass the plain strings. */
export const StorageType = { LOCAL: 'local', SESSION: 'session' } as const;

export type StorageType = (typeof StorageType)[keyof typeof StorageType];

/** `true` blocks setItem, removeItem and clear for the entry; `'strict'` also property writes. */
export type Protection = boolean | 'strict';

/** Converts values to strings and back. Default: JSON. */
export interface Serializer {
  stringify(value: unknown): string;
  parse(text: string): unknown;
}

/** The keys that modules claimed, with their definitions. */
export interface Claims {
  readonly claims: Map<string, string | undefined>;
  /** In development: the stacks of the calls that claimed keys. */
  stacks?: Map<string, string>;
}
