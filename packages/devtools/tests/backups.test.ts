import { createLocalStorage, type TuffetError, useStorage } from '@tuffet/hooks';
import { expect, test } from 'vitest';
import { removeBackup, removeEntry, restoreBackup, saveState } from '../src/model/actions.ts';
import { readPage } from '../src/model/page-entries.ts';
import { usePage } from './page.ts';

type Pot = { name: string; notes?: number[] };

usePage();

const POT = { storage: 'local', key: 'pot_v2' } as const;
const OLD = { storage: 'local', key: 'pot' } as const;
const OLD_TEXT = '{"label":"oolong"}';

/** Version 2, next to an entry of version 1 that wasn't migrated. */
function createPot(options: object = {}) {
  const codes: string[] = [];
  const pot = createLocalStorage<Pot>({
    storageModuleKey: 'pot',
    initial: { name: 'tea' },
    version: 2,
    migrations: { 2: ({ label }) => ({ name: `${label}` }) },
    onError: ({ code }: TuffetError) => void codes.push(code),
    ...options,
  });
  return { pot, name: useStorage(pot).name, codes };
}

const entryOf = (key: string) => readPage().find((entry) => entry.key === key);
const stored = () => Object.fromEntries(Object.entries(localStorage).sort());

/** The entry of a rolled-back release and that of the current one. */
function storeBoth(): void {
  localStorage.setItem('pot', OLD_TEXT);
  localStorage.setItem('pot_v2', '{"name":"coffee"}');
}

test('a module lists its backups, and each names the module', () => {
  storeBoth();
  localStorage.setItem('pot_v2__backup1', 'broken');
  localStorage.setItem('pot_v2__other', 'of other code');
  createPot();
  expect(entryOf('pot_v2')?.backups).toEqual(['pot', 'pot_v2__backup1']);
  expect(entryOf('pot')).toMatchObject({ text: OLD_TEXT, backupOf: 'pot_v2' });
  expect(entryOf('pot_v2__backup1')).toMatchObject({ text: 'broken', backupOf: 'pot_v2' });
  expect(entryOf('pot_v2__other')).not.toHaveProperty('backupOf');
});

test('restoring a backup migrates it, and what it replaces becomes a backup; undoing reverts both', () => {
  storeBoth();
  const { name } = createPot({ protect: 'strict' });
  const before = stored();
  const undo = saveState(OLD);
  expect(restoreBackup(OLD)).toBe('saved');
  expect(name.get()).toBe('oolong');
  expect(entryOf('pot_v2')?.backups).toEqual(['pot_v2__backup1']);
  expect(entryOf('pot_v2__backup1')?.text).toBe('{"name":"coffee"}');
  expect(undo?.()).toBe('saved');
  expect(name.get()).toBe('coffee');
  expect(stored()).toEqual(before);
});

test('a backup that the module cannot use is not restored', () => {
  storeBoth();
  localStorage.setItem('pot_v2__backup1', 'broken');
  const { name } = createPot();
  const before = stored();
  expect(restoreBackup({ storage: 'local', key: 'pot_v2__backup1' })).toBe('rejected');
  expect(name.get()).toBe('coffee');
  expect(stored()).toEqual(before);
});

test('a backup is deleted, and undoing restores it', () => {
  storeBoth();
  createPot();
  const undo = saveState(OLD);
  expect(removeBackup(OLD)).toBe('saved');
  expect(stored()).not.toHaveProperty('pot');
  expect(undo?.()).toBe('saved');
  expect(stored()).toMatchObject({ pot: OLD_TEXT });
});

test('undoing the deletion of an entry restores its backups, too', () => {
  storeBoth();
  localStorage.setItem('pot_v2__backup1', 'broken');
  createPot();
  const before = stored();
  const undo = saveState(POT);
  expect(removeEntry(POT)).toBe('saved');
  expect(stored()).not.toHaveProperty('pot_v2__backup1');
  expect(undo?.()).toBe('saved');
  expect(stored()).toEqual(before);
});

test('an unusable entry and rejected properties are shown; the module is not made to read them', () => {
  localStorage.setItem('pot_v2', '{"name":"","notes":[1]}');
  const check = ({ name }: Partial<Pot>) => (name ? undefined : 'no name');
  const { name, codes } = createPot({ check });
  expect(codes).toEqual(['schema']);
  expect(entryOf('pot_v2')).toMatchObject({ rejected: ['name'] });
  name.set('coffee');
  expect(entryOf('pot_v2')).not.toHaveProperty('rejected');

  localStorage.setItem('pot_v2', 'broken');
  readPage();
  expect(codes).toEqual(['schema']);
  expect(name.get()).toBe('tea');
  expect(codes).toEqual(['schema', 'corrupt']);
  expect(entryOf('pot_v2')).toMatchObject({ text: 'broken', isUnusable: true });
  name.set('coffee');
  expect(entryOf('pot_v2')).not.toHaveProperty('isUnusable');
  expect(entryOf('pot_v2')?.backups).toEqual(['pot_v2__backup1']);
});

test('changes that could not be stored are shown next to the stored entry until they are', () => {
  localStorage.setItem('pot_v2', 'broken');
  for (let i = 1; i <= 8; i += 1) localStorage.setItem(`pot_v2__backup${i}`, `${i}`);
  const { name } = createPot();
  expect(name.set('coffee')).toBe(false);
  const shown = () => readPage().filter(({ key }) => key === 'pot_v2');
  expect(shown()).toMatchObject([
    { storage: 'local', text: 'broken', version: 2 },
    { storage: 'memory', text: '{"name":"coffee"}', version: 2, isHeld: true },
  ]);
  localStorage.removeItem('pot_v2__backup3');
  expect(name.set('water')).toBe(true);
  const text = expect.stringMatching(/^\{"name":"water"\}\s*$/);
  expect(shown()).toMatchObject([{ storage: 'local', text }]);
});
