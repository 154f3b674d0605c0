import { StorageModule } from '@tuffet/core';
import { createLocalStorage, createSessionStorage } from '@tuffet/hooks';
import { createConsent } from '@tuffet/hooks/consent';
import { expect, test } from 'vitest';
import { readPage } from '../src/model/page-entries.ts';
import { usePage } from './page.ts';

type Pot = { n: number };

usePage();

test('entries of modules have a version and their protection, others have neither', () => {
  createLocalStorage<Pot>({
    storageModuleKey: 'pot',
    initial: { n: 1 },
    version: 3,
    protect: true,
  });
  createSessionStorage<Pot>({ storageModuleKey: 'cup', initial: { n: 2 }, protect: 'strict' });
  localStorage.setItem('foreign', 'text');
  expect(readPage()).toEqual([
    { key: 'foreign', storage: 'local', text: 'text', isProtected: false },
    { key: 'pot_v3', storage: 'local', text: '{"n":1}', version: 3, isProtected: true },
    {
      key: 'cup',
      storage: 'session',
      text: '{"n":2}',
      version: 1,
      isProtected: true,
      isStrict: true,
    },
  ]);
});

test('a module without an entry is listed', () => {
  new StorageModule<Pot>('pot', 'local');
  expect(readPage()).toEqual([
    { key: 'pot', storage: 'local', text: '', version: 1, isProtected: false, isMissing: true },
  ]);
});

test('a module that waits for consent is in memory', () => {
  const consent = createConsent();
  const pot = createLocalStorage<Pot>({ storageModuleKey: 'pot', initial: { n: 1 }, consent });
  pot.set({ n: 5 });
  expect(readPage()).toEqual([
    { key: 'pot', storage: 'memory', text: '{"n":5}', version: 1, isProtected: false },
  ]);
});

test('reading writes nothing, and the entry of the panel itself is hidden', () => {
  sessionStorage.setItem('tuffet-devtools', 'open');
  expect(readPage()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});
