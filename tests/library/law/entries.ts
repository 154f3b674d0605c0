import { readFileSync } from 'node:fs';
import type { Libraries, Values } from './library.ts';
import { Play } from './play.ts';
import type { Release } from './release.ts';
import { A, others, type Schedule } from './schedule.ts';

/** What an application stored with a release of the library: texts by key, and what `get` returns. */
export interface StoredEntries {
  readonly texts: Readonly<Record<string, string>>;
  readonly values: Values;
}

const migrated: Release = { version: 2, migrations: { 2: 'good' } };

/** Schedules that store entries of every kind. */
export const KINDS: Readonly<Record<string, Schedule>> = {
  plain: [A.opens(), A.sets({ name: 'Ada' })],
  patched: [A.opens(), A.patches({ theme: 'dark', name: 'Ada' })],
  'without a property': [A.opens(), A.sets({ name: 'Ada', note: 'x' }), A.removes('note')],
  'with initial values only': [A.opens(), A.initializes()],
  'without initial values': [A.opens({ storeInitial: false }), A.sets({ name: 'Ada' })],
  'of a raised version': [A.opens({ version: 2 }), A.sets({ name: 'Ada' })],
  'that was migrated': [A.opens(), A.sets({ name: 'Ada' }), A.opens(migrated)],
  'that was migrated and written': [A.opens(), A.opens(migrated), A.sets({ name: 'Ada' })],
  'that expires': [A.opens({ expiry: 500 }), A.sets({ name: 'Ada' })],
  'after a text that is not an entry': [
    others.writes('app', 'raw'),
    A.opens(),
    A.sets({ name: 'Ada' }),
  ],
};

export const releaseOf = (schedule: Schedule): Release =>
  schedule.filter(({ does }) => does === 'opens').at(-1)?.args[0] as Release;

/** Stores an entry of every kind with a library. */
export function storeEntries(libraries: Libraries): Record<string, StoredEntries> {
  const stored = Object.entries(KINDS).map(([kind, schedule]) => {
    const play = new Play(libraries);
    for (const step of schedule) play.do(step);
    const values = play.tabs.get('A')?.module?.get() ?? {};
    return [kind, { texts: Object.fromEntries(play.device.entries), values }];
  });
  return Object.fromEntries(stored);
}

/** The entries of a release, as it stored them. */
export function loadEntries(release: string): Record<string, StoredEntries> {
  return JSON.parse(readFileSync(new URL(`./entries/${release}.json`, import.meta.url), 'utf8'));
}
