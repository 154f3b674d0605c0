import { nearestName } from './nearest-name.ts';
import { OPTION_NAMES, unknownOptionsIn } from './option-names.ts';
import { describeValue, isPlainObject } from './plain-object.ts';
import type { CreateStorageOptions } from './types.ts';
import { isVersion, RESERVED } from './versions.ts';

/** Options from plain JavaScript, of any type. */
type UncheckedOptions = { [K in keyof CreateStorageOptions<unknown>]?: unknown };

/** Describes the first option that is invalid; undefined: all are valid. */
export function describeInvalidOption(options: unknown): string | undefined {
  if (typeof options !== 'object' || !options) {
    return `The options are ${describeValue(options)}. Pass an object with storageModuleKey and initial.`;
  }
  const { storageModuleKey: key, initial, ...rest } = options as UncheckedOptions;
  if (!key || typeof key !== 'string') {
    const unknown = describeUnknownOptions(options);
    return ['storageModuleKey must be a non-empty string.', unknown ?? ''].join(' ').trim();
  }
  if (RESERVED.test(key)) {
    return 'storageModuleKey must not end in "_v<number>", "__backup<number>" or "__corrupt": versions and backups end so.';
  }
  return isPlainObject(initial)
    ? (describeUnknownOptions(options) ??
        describeInvalidVersion(rest) ??
        describeInvalidDefaults(rest) ??
        describeInvalidExpiry(rest))
    : 'initial must be a plain object with a value for every required property.';
}

function describeInvalidDefaults({ merge, consent }: UncheckedOptions): string | undefined {
  if (merge !== undefined && typeof merge !== 'function') {
    return `merge must be a function, not ${describeValue(merge)}. Pass mergeDeep from @tuffet/hooks/merge, or your own.`;
  }
  return consent === undefined || Object(consent)['~open']
    ? undefined
    : `consent must be the result of createConsent from @tuffet/hooks/consent, not ${describeValue(consent)}.`;
}

function describeInvalidExpiry({ expiry }: UncheckedOptions): string | undefined {
  return expiry === undefined || typeof expiry === 'function'
    ? undefined
    : `expiry must be expireAfter(…) from @tuffet/hooks/expiry, not ${describeValue(expiry)}.`;
}

function describeInvalidVersion(options: UncheckedOptions): string | undefined {
  const { version = 1, preVersion, migrations } = options;
  if (!isVersion(version)) {
    return `version must be a positive integer, not ${describeValue(version)}.`;
  }
  if (preVersion !== undefined && !(isVersion(preVersion) && preVersion < version)) {
    return `preVersion must be a positive integer below version ${version}, not ${describeValue(preVersion)}.`;
  }
  return migrations === undefined
    ? undefined
    : describeInvalidMigrations(version, Object(migrations));
}

function describeInvalidMigrations(
  version: number,
  migrations: Record<string, unknown>,
): string | undefined {
  const steps = Object.keys(migrations);
  const wrong = steps.find((step) => !isVersion(+step) || +step < 2 || +step > version);
  if (wrong !== undefined) {
    return `migrations[${wrong}] is out of range. Each key is the version that its function migrates to: from 2 up to version (${version}).`;
  }
  const lowest = Math.max(2, Math.min(...steps.map(Number), version));
  for (let step = lowest; step <= version; step++) {
    if (typeof migrations[step] === 'function') continue;
    return `migrations has no function for version ${step}. Every version from the lowest key up to version (${version}) needs one.`;
  }
  return undefined;
}

/** Describes the options whose names are unknown, if there are any. */
function describeUnknownOptions(options: object): string | undefined {
  const problems = unknownOptionsIn(options).map((name) => {
    const nearest = nearestName(name, OPTION_NAMES);
    const names = OPTION_NAMES.join(', ');
    const advice = nearest ? `Did you mean "${nearest}"?` : `Valid options: ${names}.`;
    return `Unknown option "${name}". ${advice}`;
  });
  return problems.join(' ') || undefined;
}
