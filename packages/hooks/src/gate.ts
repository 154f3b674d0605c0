import type { Store } from '@tuffet/core';
import type { openArea } from '@tuffet/core/adapter';

/** A storage, and methods that bypass protection. */
export type OpenedArea = ReturnType<typeof openArea>;

/**
 * Called with a new module. `open` migrates or adopts old values and stores initial ones. The key
 * has no version suffix.
 */
export type Gate = (store: GatedStore, key: string, opened: OpenedArea, open: () => void) => void;

/** The changes made while a module is in memory. */
export interface Unsaved {
  readonly memory: OpenedArea;
  /** The properties that were set. */
  readonly names: Set<string>;
  /** The whole entry was replaced or removed. */
  isReplaced?: boolean;
}

/** The store of a module with the option `consent`. */
export interface GatedStore extends Store {
  /** Set while the module isn't stored. */
  unsaved?: Unsaved | undefined;
  /** Called when a family releases the module. */
  forget?: () => void;
}

/** Decides when modules with the option `consent` access storage. */
export interface Consent {
  /** Stores the modules from now on, with the values that they have in memory. */
  allow(): void;
  /** Keeps the values in memory from now on, and removes the entries of the modules from storage. */
  deny(): void;
  /** Called by the creators with every new module. */
  readonly '~open': (...module: never) => void;
}
