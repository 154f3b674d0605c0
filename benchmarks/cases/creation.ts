import { StorageModule } from '@tuffet/core';
import { createLocalStorage } from '@tuffet/hooks';
import { expose, type Figures } from './bench.js';
import type { Sample } from './samples.js';
import { createNanostore, createZustand, seed } from './stores.js';
import { best } from './timing.js';

const MODULES = 100;
const FOREIGN_KEYS = 1000;

/** Creates a store under a new key, which stores its initial values. */
const contenders: Record<string, (key: string, sample: Sample) => unknown> = {
  raw: (key, sample) => localStorage.getItem(key) ?? seed(key, sample),
  '@tuffet/core': (key, { count }) =>
    new StorageModule<Sample>(key, 'local').setItem('count', count),
  '@tuffet/hooks': (key, sample) =>
    createLocalStorage<Sample>({ storageModuleKey: key, initial: sample }),
  zustand: (key, sample) => createZustand(key, sample).setState(sample),
  nanostores: (key, sample) => createNanostore(key, sample).set(sample),
};

let created = 0;

/** Measures the mean of many modules next to many entries of other code. */
async function timeOnce(create: (key: string) => unknown): Promise<Figures> {
  const keys = Array.from({ length: MODULES }, () => `bench: ${++created}`);
  const start = performance.now();
  for (const key of keys) create(key);
  const elapsed = performance.now() - start;
  for (const key of keys) localStorage.removeItem(key);
  return { create: elapsed / MODULES };
}

expose(
  Object.fromEntries(
    Object.entries(contenders).map(([name, create]) => [
      name,
      (_: string, sample: Sample) => {
        for (let n = 0; n < FOREIGN_KEYS; n++) seed(`other: ${n}`, sample);
        return (key: string) => create(key, sample);
      },
    ]),
  ),
  (create) => best(() => timeOnce(create)),
);
