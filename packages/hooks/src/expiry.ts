import { type Root, TuffetError } from '@tuffet/core';
import { isServer } from '@tuffet/core/adapter';
import type { ModuleKey } from '@tuffet/shared';
import { hintOf } from './development.ts';
import { type ExpiringStore, timesIn, valuesIn } from './expired-values.ts';
import { setAges } from './expiring-store.ts';
import type { Expiry } from './types.ts';
import type { Migrations } from './versions.ts';

/** How long values last after they are written, by property, in milliseconds. */
export type Ages<T> = { readonly [K in ModuleKey<T>]?: number };

/**
 * Lets values expire: some time after it was last written, a property returns to its initial value.
 * Pass one age for all properties, or an age per property, in milliseconds. Throws `invalid-options`
 * if one isn't a positive number.
 */
export function expireAfter<T>(ages: number | Ages<T>): Expiry<T> {
  const byName = new Map<string, number>(Object.entries(ages));
  for (const [name, age] of typeof ages === 'object' ? byName : [['', ages] as const]) {
    if (Number.isFinite(age) && age > 0) continue;
    throw new TuffetError('invalid-options', 'expireAfter', hintOf('age', age, name));
  }
  const expire: Expiry<Root> = (store, options) => {
    const ageOf = (name: string) => byName.get(name) ?? +(ages as number);
    if (!isServer()) setAges(store as ExpiringStore, ageOf);
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
  return expire as unknown as Expiry<T>;
}

/** The functions don't receive values that expired, which would last for another age then. */
const withoutExpired: ProxyHandler<Migrations> = {
  get: (migrations, version) => {
    const migrate = migrations[version as never] as Migrations[number] | undefined;
    return migrate && ((previous: Root) => migrate(valuesIn(previous, Date.now())));
  },
};
