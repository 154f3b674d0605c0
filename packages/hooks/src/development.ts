import { nearestName } from './nearest-name.ts';
import type { CreateStorageOptions } from './types.ts';

// The only file of this package that reads NODE_ENV. Bundlers replace the whole expression and drop
// the code behind it for production. Without a bundler there is no `process`: that is production too.
declare const process: { env: { NODE_ENV?: string } };

/** The type makes the compiler report an option that is missing here. */
const OPTIONS: Record<keyof CreateStorageOptions<unknown>, 0> = {
  storageModuleKey: 0,
  initial: 0,
  protect: 0,
  version: 0,
  preVersion: 0,
  migrations: 0,
  onError: 0,
  check: 0,
};

/** In development, describes the options whose names are unknown. Returns '' if there are none. */
export function describeUnknownOptions(options: object): string | undefined {
  try {
    if (process.env.NODE_ENV !== 'production') return describe(options, Object.keys(OPTIONS));
  } catch {}
  return undefined;
}

function describe(options: object, names: readonly string[]): string {
  return Object.keys(options)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const nearest = nearestName(name, names);
      const advice = nearest ? `Did you mean "${nearest}"?` : `Valid options: ${names.join(', ')}.`;
      return `Unknown option "${name}". ${advice}`;
    })
    .join(' ');
}
