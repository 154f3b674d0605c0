import { expect, test } from 'vitest';
import type { Values } from './library.ts';
import { loadCurrent } from './library.ts';
import { Play } from './play.ts';
import { A, B, failing, full, killed, others, type Schedule } from './schedule.ts';

/** The effect on stored data. Of an entry, only the values that matter are listed; other strings are in full. */
type Case = [
  situation: string,
  schedule: Schedule,
  stored: Readonly<Record<string, string | Values>>,
  /** The codes of the errors that the application receives, in this order. */
  told?: string,
];

const libraries = loadCurrent();

const ada = others.writes('app', '{"theme":"dark","name":"Ada","box":{"size":1}}');
const adaV2 = others.writes('app_v2', '{"theme":"dark","name":"Ada"}');
const raw = others.writes('app', 'raw');
const name = 'Ada';

const failed = { version: 2, migrations: { 2: 'throws' } } as const;
const migrated = { version: 2, migrations: { 2: 'good' } } as const;
const misspelled = { ...migrated, typo: 'migration' } as const;
const eight = Array.from({ length: 8 }, (_, i) => others.writes(`app__backup${i + 1}`, `${i}`));
const eightBackups = Object.fromEntries(eight.map(({ args }) => args as [string, string]));

test.each<Case>([
  // Values that check rejects, and callbacks that fail.
  [
    'a property is unknown to a strict check',
    [others.writes('app', '{"name":"Ada","more":1}'), A.opens({ check: 'strict' }), A.gets()],
    { app: { name, more: 1 } },
    'schema',
  ],
  [
    'a value is rejected, and another one is written',
    [others.writes('app', '{"theme":"sepia"}'), A.opens({ check: 'enum' }), A.sets({ name })],
    { app: { theme: 'sepia', name } },
    'schema',
  ],
  ['check throws', [ada, A.opens({ check: 'alwaysThrows' })], { app: { name } }, 'schema'],
  ['merge throws', [ada, A.opens({ merge: 'throws' }), A.gets()], { app: { name } }, 'schema'],
  [
    'check returns a boolean',
    [ada, A.opens({ check: 'boolean' })],
    { app: { name } },
    'throws invalid-options',
  ],

  // Strings that aren't entries.
  ['the text is not an entry', [raw, A.opens()], { app: 'raw' }, 'corrupt'],
  [
    'the text is not an entry, and a value is written',
    [raw, A.opens(), A.sets({ name })],
    { app: { name }, app__backup1: 'raw' },
    'corrupt',
  ],
  [
    'the backup does not fit',
    [raw, A.opens(), full(1, A.sets({ name }))],
    { app: 'raw' },
    'corrupt, quota',
  ],
  [
    'there are eight backups already',
    [raw, ...eight, A.opens(), A.sets({ name })],
    { app: 'raw', ...eightBackups },
    'corrupt, quota',
  ],
  [
    'the process ends between the backup and the entry',
    [raw, A.opens(), killed(1, A.sets({ name }))],
    { app: 'raw', app__backup1: 'raw' },
    'corrupt',
  ],
  ['an unusable entry is initialized', [raw, A.opens(), A.initializes()], { app: {} }, 'corrupt'],

  // Versions.
  ['the version is raised', [ada, A.opens({ version: 2 })], { app_v2: { name: '' } }],
  [
    'the version is raised over a text that is not an entry',
    [raw, A.opens({ version: 2 })],
    { app: 'raw' },
    'version',
  ],
  ['a migration succeeds', [ada, A.opens(migrated)], { app_v2: { name, step2: 2 } }],
  [
    'the process ends during a migration',
    [ada, killed(1, A.opens(migrated)), B.opens(migrated)],
    { app_v2: { name, step2: 2 } },
  ],
  [
    'a migration loses values',
    [ada, A.opens({ version: 2, migrations: { 2: 'loses' } })],
    { app: { name } },
    'migration',
  ],
  [
    'a release is rolled back, writes the same again, and returns with another migration',
    [
      ...[A.opens(), A.sets({ name }), A.opens({ version: 2, migrations: { 2: 'drops' } })],
      ...[A.opens(), A.sets({ name }), A.opens(migrated)],
    ],
    { app: { name }, app_v2: {} },
    'version, version',
  ],
  [
    'adopt takes a key, and returns nothing of it',
    [others.writes('old-name', name), A.opens({ adopt: 'empty' })],
    { 'old-name': name },
    'migration',
  ],
  ['a migration fails', [ada, A.opens(failed)], { app: { name } }, 'migration'],
  [
    'a migration fails, and a value is written before the next visit',
    [ada, A.opens(failed), A.sets({ theme: 'light' }), A.opens(failed)],
    { app: { name }, app_v2: { theme: 'light' } },
    'migration, version',
  ],
  [
    'a step is missing',
    [ada, A.opens({ version: 3, migrations: { 3: 'good' } })],
    { app: { name } },
    'version',
  ],
  [
    'an option is misspelled',
    [ada, A.opens(misspelled)],
    { app: { name } },
    'invalid-options, version',
  ],
  [
    'an option is misspelled in development',
    [ada, A.opens({ ...misspelled, library: 'development' })],
    { app: { name } },
    'throws invalid-options',
  ],
  [
    'a release is rolled back',
    [adaV2, A.opens()],
    { app: { name: '' }, app_v2: { name } },
    'version',
  ],
  [
    'a release is rolled back and returns',
    [adaV2, A.opens(), A.sets({ name: 'Bob' }), A.opens(migrated)],
    { app: { name: 'Bob' }, app_v2: { name } },
    'version, version',
  ],

  // Storage that fails.
  [
    'storage is full',
    [ada, A.opens(), full(1, A.sets({ name: 'Bob' }))],
    { app: { name } },
    'quota',
  ],
  [
    'a write fails once, and the next one stores both',
    [ada, A.opens(), failing('setItem', 1, A.sets({ name: 'Bob' })), A.sets({ theme: 'light' })],
    { app: { name: 'Bob', theme: 'light' } },
    'denied',
  ],

  // Entries of other code.
  [
    'another library has used the key',
    [others.writes('app', '{"state":{"name":"Ada"},"version":0}'), A.opens({ adopt: 'own' })],
    { app: { name }, app__backup1: '{"state":{"name":"Ada"},"version":0}' },
  ],
  [
    'old keys are adopted',
    [others.writes('old-name', name), A.opens({ adopt: 'keys' })],
    { app: { name } },
  ],
  [
    'adopting fails',
    [others.writes('old-name', name), A.opens({ adopt: 'throws' })],
    { 'old-name': name },
    'migration',
  ],

  // Backups.
  [
    'a backup is restored',
    [ada, A.opens(failed), A.sets({ theme: 'light' }), A.opens(migrated), A.restores()],
    { app_v2: { name, step2: 2 }, app_v2__backup1: { theme: 'light' } },
    'migration, version',
  ],
  [
    'a text that is not an entry cannot be restored',
    [raw, A.opens(), A.sets({ name }), A.restores()],
    { app: { name }, app__backup1: 'raw' },
    'corrupt, migration',
  ],
  [
    'a backup is removed',
    [raw, A.opens(), A.sets({ name }), A.removesBackup()],
    { app: { name } },
    'corrupt',
  ],
  ['everything is erased', [raw, ...eight, A.opens({ version: 2 }), A.erases()], {}, 'version'],
])('%s', (_, schedule, stored, told = '') => {
  const play = new Play(libraries);
  for (const step of schedule) play.do(step);
  expect(play.problems).toEqual([]);
  expect(play.told.join(', ')).toBe(told);
  const entries = [...play.device.entries].map(([key, text]): [string, unknown] => {
    const expected = stored[key];
    return [key, typeof expected === 'object' ? JSON.parse(text) : text];
  });
  expect(Object.keys(Object.fromEntries(entries)).sort()).toEqual(Object.keys(stored).sort());
  expect(Object.fromEntries(entries)).toMatchObject(stored);
});
