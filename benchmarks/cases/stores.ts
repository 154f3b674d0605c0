import { persistentJSON } from '@nanostores/persistent';
import { createLocalStorage, type TuffetStorage } from '@tuffet/hooks';
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import type { WritableAtom } from 'nanostores';
import { createPinia, defineStore } from 'pinia';
import { createPersistedState } from 'pinia-plugin-persistedstate';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Sample } from './samples.js';

/** The format that most libraries store: the value as JSON. */
export function seed(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value));
}

export function openTuffet(key: string, sample: Sample): TuffetStorage<Sample> {
  seed(key, sample);
  return createLocalStorage<Sample>({ storageModuleKey: key, initial: sample });
}

export function createZustand(key: string, sample: Sample) {
  const storage = createJSONStorage<Sample>(() => localStorage);
  return createStore<Sample>()(persist(() => sample, { name: key, ...(storage && { storage }) }));
}

export function openZustand(key: string, sample: Sample) {
  seed(key, { state: sample, version: 0 });
  return createZustand(key, sample);
}

export function createNanostore(key: string, sample: Sample): WritableAtom<Sample> {
  return persistentJSON<Sample>(key, sample);
}

export function openNanostores(key: string, sample: Sample): WritableAtom<Sample> {
  seed(key, sample);
  return createNanostore(key, sample);
}

export function openJotai(key: string, sample: Sample) {
  seed(key, sample);
  const entry = atomWithStorage(key, sample, undefined, { getOnInit: true });
  return { entry, count: atom((get) => get(entry).count) };
}

export function openPinia(key: string, sample: Sample) {
  seed(key, sample);
  const pinia = createPinia();
  pinia.use(createPersistedState());
  return { pinia, useStore: defineStore(key, { state: () => sample, persist: true }) };
}
