import type { Root } from '@tuffet/core';
import { isServer } from '@tuffet/core/adapter';
import type { ModuleKey } from '@tuffet/shared';
import { type ExpiringStore, timesIn, valuesIn } from './expired-values.ts';
import { setAges } from './expiring-store.ts';
import type { Expiry } from './types.ts';
import type { Migrations } from './versions.ts';

/** How long values last after they are written, by property, in milliseconds. */
export type Ages<T> = { readonly [K in ModuleKey<T>]?: number };

/**
 * Lets values expire: some time after it was last written, a property returns to its initial value.
 * Pass one age for all properties, or an age per property, in milliseconds.
 */
export function expireAfter<T>(ages: number | Ages<T>): Expiry<T> {
  const byName = new Map<string, number>(Object.entries(ages));
  const expire: Expiry<Root> & { ages?: unknown } = (store, options) => {
    if (!isServer())
      setAges(store as ExpiringStore, (name) => byName.get(name) ?? +(ages as number));
    const { check, merge, migrations } = options;
    // No function receives times.
    Object.assign(options, {
      check: check && ((root: Root) => check(valuesIn(root))),
      merge:
        merge &&
        ((stored: Root, initial: Root) => ({
          ...merge(valuesIn(stored), initial),
          ...timesIn(stored),
        })),
      migrations: migrations && new Proxy(migrations, withoutExpired),
    });
  };
  // For the checks of development builds.
  expire.ages = ages;
  return expire as unknown as Expiry<T>;
}

/** The functions don't receive values that expired, which would last for another age then. */
const withoutExpired: ProxyHandler<Migrations> = {
  get: (migrations, version) => {
    const migrate = migrations[version as never] as Migrations[number] | undefined;
    return migrate && ((previous: Root) => migrate(valuesIn(previous, Date.now())));
  },
};
