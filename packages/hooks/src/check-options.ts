import { TuffetError } from '@tuffet/core';
import { describeUnknownOptions } from './development.ts';
import { describeValue, isPlainObject } from './plain-object.ts';
import type { CreateStorageOptions } from './types.ts';

/** Options from plain JavaScript, of any type. */
type UncheckedOptions = { [K in keyof CreateStorageOptions<unknown>]?: unknown };

/** Throws `invalid-options` if an option is invalid; in development, warns about unknown ones. */
export function checkOptions(options: unknown): void {
  assert(
    typeof options === 'object' && options,
    undefined,
    `The options are ${describeValue(options)}. Pass an object with storageModuleKey and initial.`,
  );
  const unknown = describeUnknownOptions(options);
  const {
    storageModuleKey: key,
    initial,
    version = 1,
    preVersion,
    migrations,
  } = options as UncheckedOptions;
  const noKey = 'storageModuleKey must be a non-empty string.';
  assert(key && typeof key === 'string', key, unknown ? `${noKey} ${unknown}` : noKey);
  assert(
    !/_v\d+$/.test(key),
    key,
    'storageModuleKey must not end in "_v<number>": that suffix is reserved for versions.',
  );
  assert(
    isPlainObject(initial),
    key,
    'initial must be a plain object with a value for every required property.',
  );
  assert(
    isVersion(version),
    key,
    `version must be a positive integer, not ${describeValue(version)}.`,
  );
  assert(
    preVersion === undefined || (isVersion(preVersion) && preVersion < version),
    key,
    `preVersion must be a positive integer below version ${version}, not ${describeValue(preVersion)}.`,
  );
  if (migrations !== undefined) checkMigrations(key, version, Object(migrations));
  if (unknown) console.warn(`[tuffet] "${key}": ${unknown}`);
}

function assert(isMet: unknown, key: unknown, hint: string): asserts isMet {
  if (!isMet) throw new TuffetError('invalid-options', `${key}`, hint);
}

const isVersion = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** A missing step would delete the values that the other steps migrate. */
function checkMigrations(key: string, version: number, migrations: Record<string, unknown>): void {
  const steps = Object.keys(migrations);
  for (const step of steps) {
    assert(
      isVersion(Number(step)) && Number(step) > 1 && Number(step) <= version,
      key,
      `migrations[${step}] is out of range. Each key is the version that its function migrates to: from 2 up to version (${version}).`,
    );
  }
  for (let step = Math.min(...steps.map(Number), version); step <= version; step++) {
    assert(
      step === 1 || typeof migrations[step] === 'function',
      key,
      `migrations has no function for version ${step}. Every version from the lowest key up to version (${version}) needs one.`,
    );
  }
}
