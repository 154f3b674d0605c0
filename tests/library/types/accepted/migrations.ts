import { createLocalStorage, type Migrations } from '@tuffet/hooks';

type Settings = { color: string; size?: number };
const base = { storageModuleKey: 'settings', initial: { color: 'red' } };
const colorOf = (value: unknown) => (typeof value === 'string' ? value : 'red');

// The last one is checked; earlier ones return what their version was.
createLocalStorage<Settings>({
  ...base,
  version: 3,
  migrations: {
    2: (one) => ({ colour: one.theme }),
    3: ({ colour }) => ({ color: colorOf(colour) }),
  } satisfies Migrations<Settings, 3>,
});

// Only the last one, with preVersion.
createLocalStorage<Settings>({
  ...base,
  version: 3,
  preVersion: 1,
  migrations: { 3: (one) => ({ color: colorOf(one.theme) }) } satisfies Migrations<Settings, 3>,
});

// As a variable.
const migrations: Migrations<Settings, 2> = { 2: (one) => ({ color: colorOf(one.theme) }) };
createLocalStorage<Settings>({ ...base, version: 2, migrations });
const later: Migrations<Settings, 40> = { 40: () => ({ color: 'red', size: 1 }) };
createLocalStorage<Settings>({ ...base, version: 40, migrations: later });

// Unchecked, as without type arguments.
const unchecked: Migrations = { 2: (one) => one, 3: (two) => ({ ...two, size: 1 }) };
createLocalStorage<Settings>({ ...base, version: 3, migrations: unchecked });
