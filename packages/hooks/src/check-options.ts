import { TuffetError } from '@tuffet/core';
import type { CreateStorageOptions } from './create-storage.ts';
import { nearestName } from './nearest-name.ts';
import { describeValue, isPlainObject } from './plain-object.ts';

declare const process: { env: { NODE_ENV?: string } };

/** Complete by its type: a new option has to be added here. */
const OPTIONS: Record<keyof CreateStorageOptions<unknown>, true> = {
  storageModuleKey: true,
  initial: true,
  protect: true,
  version: true,
  preVersion: true,
  migrations: true,
  onError: true,
  check: true,
};

/** As plain JavaScript may pass them. */
type Given = { [K in keyof CreateStorageOptions<unknown>]?: unknown };

const NAMES = Object.keys(OPTIONS);

/** Throws `invalid-options` if an option is invalid; in development, warns about unknown ones. */
export function checkOptions(options: unknown): void {
  demand(
    typeof options === 'object' && options,
    undefined,
    `The options are ${describeValue(options)}. Pass an object with storageModuleKey and initial.`,
  );
  const unknown = findUnknown(options);
  const { storageModuleKey: key, initial, version = 1, preVersion, migrations } = options as Given;
  const noKey = 'storageModuleKey must be a non-empty string.';
  demand(key && typeof key === 'string', key, unknown ? `${noKey} ${unknown}` : noKey);
  demand(
    !/_v\d+$/.test(key),
    key,
    'storageModuleKey must not end in "_v<number>": that suffix is reserved for versions.',
  );
  demand(
    isPlainObject(initial),
    key,
    'initial must be a plain object with a value for every required property.',
  );
  demand(
    isVersion(version),
    key,
    `version must be a positive integer, not ${describeValue(version)}.`,
  );
  demand(
    preVersion === undefined || (isVersion(preVersion) && preVersion < version),
    key,
    `preVersion must be a positive integer below version ${version}, not ${describeValue(preVersion)}.`,
  );
  if (migrations !== undefined) checkMigrations(key, version, Object(migrations));
  if (unknown) console.warn(`[tuffet] "${key}": ${unknown}`);
}

function demand(isMet: unknown, key: unknown, hint: string): asserts isMet {
  if (!isMet) throw new TuffetError('invalid-options', `${key}`, hint);
}

const isVersion = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** In development, what to say about options that do not exist; otherwise nothing. */
function findUnknown(options: object): string {
  try {
    // Bundlers replace the whole expression, and drop the code behind it for production.
    if (process.env.NODE_ENV !== 'production') return describeUnknown(options);
  } catch {
    // A page without a bundler has no `process`, and counts as production.
  }
  return '';
}

function describeUnknown(options: object): string {
  return Object.keys(options)
    .filter((name) => !NAMES.includes(name))
    .map((name) => {
      const nearest = nearestName(name, NAMES);
      const advice = nearest ? `Did you mean "${nearest}"?` : `Valid options: ${NAMES.join(', ')}.`;
      return `Unknown option "${name}". ${advice}`;
    })
    .join(' ');
}

/** A step that is missing would delete the values that the other steps are there to keep. */
function checkMigrations(key: string, version: number, migrations: Record<string, unknown>): void {
  const steps = Object.keys(migrations);
  for (const step of steps)
    demand(
      isVersion(Number(step)) && Number(step) > 1 && Number(step) <= version,
      key,
      `migrations[${step}] is out of range. Each key is the version that its function migrates to: from 2 up to version (${version}).`,
    );
  for (let step = Math.min(...steps.map(Number), version); step <= version; step++)
    demand(
      step === 1 || typeof migrations[step] === 'function',
      key,
      `migrations has no function for version ${step}. Every version from the lowest key up to version (${version}) needs one.`,
    );
}
