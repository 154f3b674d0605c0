import type { Store } from '@tuffet/core';
import { describeKind, describeValue } from './plain-object.ts';
import { type Migrations, storedKeyOf } from './versions.ts';

/** The messages of errors and warnings, by name. `hintOf` leaves them out of production builds. */
export const HINTS = {
  notAModule: (value: unknown) =>
    `The argument is ${describeValue(value)}, not a module. Pass the result of createLocalStorage or createSessionStorage, and check for circular imports.`,
  notAnObject: (method: string, value: unknown) =>
    `${method} needs an object, not ${describeValue(value)}.`,
  newer: (newer: number, version: number) =>
    `A newer release stored version ${newer}. That entry is unchanged; this release uses version ${version}.`,
  kept: (
    kept: number,
    { version = 1, migrations = {} }: { version?: number; migrations?: Migrations },
    current: string | undefined,
    isOurs: (v: number) => boolean,
  ) => {
    // Versions may be dates.
    const isClose = version - kept <= 20;
    const steps = Array.from({ length: isClose ? version - kept : 0 }, (_, i) => kept + 1 + i);
    const missing = isClose
      ? steps.filter((v) => !migrations[v]).join(', ')
      : `${version}, and preVersion: ${kept}`;
    const backups = 'see backupsOf in @tuffet/hooks/backups';
    const [why, advice] = !isOurs(kept)
      ? ["it isn't an entry of this library", `To delete it, ${backups}`]
      : current !== undefined
        ? [
            `version ${version} existed before it could be migrated`,
            `To use or delete it, ${backups}`,
          ]
        : [
            `no migration leads to version ${version}`,
            `To use its values, add migrations for ${missing}. To delete it, ${backups}`,
          ];
    return `Version ${kept} is stored, but ${why}. It is unchanged and not used. ${advice}.`;
  },
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
    `[tuffet] "${key}": The entry looks like one that another library stored, so its values aren't found. Add adopt: ${adopter}('${key}') from @tuffet/hooks/adopt.`,
  missingName: (key: string, path: string) =>
    `[tuffet] "${key}": The stored entry has no "${path}", but initial does. Reads return the object without it. Add merge: mergeDeep from @tuffet/hooks/merge, or your own function.`,
  misspelled: (key: string, name: string, known: string) =>
    `[tuffet] "${key}": "${name}" was set, but initial has "${known}". If both are properties, ignore this.`,
  lossy: (key: string, path: string, value: unknown, copy: unknown) =>
    `[tuffet] "${key}": "${path}" is ${describeKind(value)}, so reads return ${describeKind(copy)}. Set plain data, or use withSerializer from @tuffet/hooks/serializer.`,
  noPath: (from: number, version: number) =>
    `no migration leads from version ${from} to version ${version}`,
  unreadable: () => 'Storage failed. Entries of older versions were kept, and nothing was written.',
  familyKey: () =>
    'The key of a family must be a non-empty string without "[" and "]": they enclose the id in the key of an entry.',
  familyId: (id: unknown) =>
    `An id must be a non-empty string, not ${describeValue(id)}. Convert a number with String(id).`,
  headRule: (name: string) =>
    `Invalid rule for "${name}". Pass an attribute name and a list of values, or class names without spaces.`,
  age: (age: unknown, name: string) =>
    `expireAfter needs a positive number of milliseconds, not ${describeValue(age)}${name && ` for "${name}"`}.`,
  earlyExpiry: (key: string, name: string) =>
    `[tuffet] "${key}": "${name}" expired early, because the clock was set forward. If the device was asleep, ignore this.`,
  lateExpiry: (key: string, name: string, age: number) =>
    `[tuffet] "${key}": "${name}" would have expired too late, because the clock was set back or the age is shorter now. It expires in ${age} ms instead.`,
  foreign: () =>
    'another library stored the entry. To use its values, add `adopt` with a function from @tuffet/hooks/adopt',
  lost: (name: string, value: unknown) =>
    `"${name}" is ${describeKind(value)}, which can't be stored`,
  nothingAdopted: (keys: readonly string[]) =>
    `it took ${keys.map((key) => `"${key}"`).join(', ')}, but returned no values`,
  rejected: (problem: string) => `check rejected the result: ${problem}`,
  notPlain: (value: unknown, step?: number) =>
    `${step === undefined ? 'the entry is' : step ? `migrations[${step}] returned` : 'adopt returned'} ${describeValue(value)}, not a plain object`,
};
