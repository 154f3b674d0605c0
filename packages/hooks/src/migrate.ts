import type { Lineage, Root } from '@tuffet/core';
import { stripMark } from '@tuffet/core/adapter';
import { hintOf } from './development.ts';
import { findAdopter } from './foreign-entry.ts';
import { assertPlainObject } from './plain-object.ts';
import type { OpenOptions } from './types.ts';
import { stepsFrom } from './versions.ts';

/** Parses an entry of any version. Throws if this library can't have stored it. */
function parseOld(text: string, { serializer, initial }: OpenOptions): Root {
  const root: unknown = serializer.parse(stripMark(text));
  const entry = assertPlainObject(root, hintOf('notPlain', root));
  if (findAdopter(entry, initial)) throw new TypeError(hintOf('foreign'));
  return entry;
}

/** Returns whether a string isn't an entry that this library can have stored. */
export function isForeign(text: string | undefined, options: OpenOptions): boolean {
  try {
    return !parseOld(text as string, options);
  } catch {
    return true;
  }
}

/** Returns the values of an older version, migrated step by step. Throws if a function does. */
export function migrate(text: string, steps: readonly number[], options: OpenOptions): Root {
  return steps.reduce(
    (root, v) => {
      const next: unknown = options.migrations?.[v]?.(root);
      return assertPlainObject(next, hintOf('notPlain', next, v));
    },
    parseOld(text, options),
  );
}

/**
 * Serializes the result of a function. Throws if a value would be lost: the old entry is deleted
 * afterwards.
 */
export function serialize(values: Root, { serializer }: OpenOptions): string {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const isPromise = typeof Object(value).then === 'function';
    if (isPromise || Number.isNaN(value) || serializer.stringify(value) === undefined) {
      throw new TypeError(hintOf('lost', name, value));
    }
  }
  return serializer.stringify(values);
}

/** Lets backups of older versions be restored. */
export function createLineage(options: OpenOptions): Lineage {
  const { storageModuleKey: key, version = 1, preVersion = version - 1, migrations } = options;
  return {
    key,
    version,
    migrate(text, from) {
      const steps = stepsFrom(from, version, preVersion, migrations);
      if (from !== version && !steps.length) throw new TypeError(hintOf('noPath', from, version));
      const root = migrate(text, steps, options);
      return steps.length ? serialize(root, options) : text;
    },
  };
}
