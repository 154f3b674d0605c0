import type { Lineage, Root, Serializer } from '@tuffet/core';
import { hintOf } from './development.ts';
import { assertPlainObject } from './plain-object.ts';
import type { CreateStorageOptions } from './types.ts';
import { stepsFrom } from './versions.ts';

/** The options of a module after `expiry` has changed them. */
export interface OpenOptions extends CreateStorageOptions<Root> {
  readonly serializer: Serializer;
}

/** Parses the stored string of any version. Throws if it isn't an entry. */
export function parseOld(text: string, serializer: Serializer): Root {
  // Only JSON ignores the mark that a write may append.
  const root = serializer.parse(text.replace(/\t[ \t]*$/, ''));
  return assertPlainObject(root, hintOf('notPlain', root));
}

/** Returns the values of an older version, migrated step by step. Throws if a function does. */
export function migrate(text: string, steps: readonly number[], options: OpenOptions): Root {
  const { migrations, serializer } = options;
  return steps.reduce((root, v) => {
    const next: unknown = migrations?.[v]?.(root);
    return assertPlainObject(next, hintOf('notPlain', next, v));
  }, parseOld(text, serializer));
}

/** Lets backups of older versions be restored. */
export function createLineage(options: OpenOptions): Lineage {
  const { storageModuleKey: key, version = 1, preVersion = version - 1, serializer } = options;
  return {
    key,
    version,
    migrate(text, from) {
      const steps = stepsFrom(from, version, preVersion, options.migrations);
      if (from > version || (from < version && !steps.length)) {
        throw new TypeError(hintOf('noPath', from, version));
      }
      const root = migrate(text, steps, options);
      return steps.length ? serializer.stringify(root) : text;
    },
  };
}
