import type { CreateStorageOptions } from './types.ts';

/** The type makes the compiler report an option that is missing here. */
const OPTIONS: Record<keyof CreateStorageOptions<unknown>, 0> = {
  storageModuleKey: 0,
  initial: 0,
  protect: 0,
  version: 0,
  preVersion: 0,
  migrations: 0,
  adopt: 0,
  storeInitial: 0,
  merge: 0,
  consent: 0,
  expiry: 0,
  onError: 0,
  check: 0,
};

export const OPTION_NAMES: string[] = Object.keys(OPTIONS);

/** Returns the names of options that don't exist: a misspelled one could be `migrations`. */
export function unknownOptionsIn(options: object): string[] {
  return Object.keys(options).filter((name) => !OPTION_NAMES.includes(name));
}
