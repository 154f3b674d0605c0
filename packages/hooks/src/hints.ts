import type { Store } from '@tuffet/core';
import { describeValue } from './plain-object.ts';
import { storedKeyOf } from './versions.ts';

/** The messages of errors and warnings, by name. `hintOf` leaves them out of production builds. */
export const HINTS = {
  notAModule: (value: unknown) =>
    `The argument is ${describeValue(value)}, not a module. Pass the result of createLocalStorage or createSessionStorage, and check for circular imports.`,
  notAnObject: (method: string, value: unknown) =>
    `${method} needs an object, not ${describeValue(value)}.`,
  newer: (newer: number, version: number) =>
    `A newer release stored version ${newer}. That entry is unchanged; this release uses version ${version}.`,
  kept: (kept: number, version: number, isCurrent: boolean) => {
    const why = isCurrent
      ? `version ${version} existed before it could be migrated`
      : `no migration leads from it to version ${version}`;
    return `Version ${kept} is stored and was kept, because ${why}. Its values aren't used. To use or delete it, see backupsOf in @tuffet/hooks/backups.`;
  },
  unknownOptions: (names: readonly string[]) =>
    `Unknown options: ${names.join(', ')}. Entries of older versions are kept.`,
  dropped: (key: string, version: number, names: readonly string[]) =>
    `[tuffet] "${key}": Version ${version} was deleted, because the version was raised without migrations. Deleted properties: ${names.join(', ') || 'none'}.`,
  migration: ({ key }: Store, from: number | undefined, cause: unknown) => {
    if (!from) {
      return `adopt failed: ${cause}. The old keys are unchanged. It runs again on the next visit, unless the module has been written to by then.`;
    }
    const old = storedKeyOf(key.replace(/_v\d+$/, ''), from);
    return `"${old}" couldn't be migrated: ${cause}. The entry is unchanged. A fixed migration runs on the next visit, unless the module has been written to by then; after that, restore it with backupsOf from @tuffet/hooks/backups.`;
  },
  foreignEntry: (key: string, adopter: string) =>
    `[tuffet] "${key}": The entry looks like one that another library stored, so its values aren't found. Choose another storageModuleKey, and add adopt: ${adopter}('${key}') from @tuffet/hooks/adopt.`,
  missingName: (key: string, path: string) =>
    `[tuffet] "${key}": The stored entry has no "${path}", but initial does. Reads return the object without it. Add merge: mergeDeep from @tuffet/hooks/merge, or your own function.`,
  noPath: (from: number, version: number) =>
    `no migration leads from version ${from} to version ${version}`,
  unreadable: () => 'Storage failed. Entries of older versions were kept, and nothing was written.',
  familyKey: () =>
    'The key of a family must be a non-empty string without "[" and "]": they enclose the id in the key of an entry.',
  familyId: (id: unknown) =>
    `An id must be a non-empty string, not ${describeValue(id)}. Convert a number with String(id).`,
  headRule: (name: string) =>
    `Invalid rule for "${name}". Pass an attribute name and a list of values, or class names without spaces.`,
  earlyExpiry: (key: string, name: string) =>
    `[tuffet] "${key}": "${name}" expired early, because the clock was set forward. If the device was asleep, ignore this.`,
  lateExpiry: (key: string, name: string, age: number) =>
    `[tuffet] "${key}": "${name}" would have expired too late, because the clock was set back or the age is shorter now. It expires in ${age} ms instead.`,
  rejected: (problem: string) => `check rejected the result: ${problem}`,
  notPlain: (value: unknown, step?: number) =>
    `${step === undefined ? 'the entry is' : step ? `migrations[${step}] returned` : 'adopt returned'} ${describeValue(value)}, not a plain object`,
};
