import { StorageModule } from '@tuffet/core';
import { useStorage } from '@tuffet/hooks';
import { useLocalStorage } from '@vueuse/core';
import { createStore as createJotaiStore } from 'jotai/vanilla';
import { createApp, nextTick } from 'vue';
import { expose } from './bench.js';
import type { Sample } from './samples.js';
import { openJotai, openNanostores, openPinia, openTuffet, openZustand, seed } from './stores.js';
import { timeCall } from './timing.js';

/** How a library reads and writes one property of an entry outside of components. */
interface Access {
  read(): unknown;
  /** Finished when it returns, or when the returned promise resolves. */
  write(count: number): unknown;
}

type Open = (key: string, sample: Sample) => Access;

const parse = (key: string) => JSON.parse(localStorage.getItem(key) as string) as Sample;

const contenders: Record<string, Open> = {
  raw(key, sample) {
    seed(key, sample);
    const kept = parse(key);
    return {
      read: () => parse(key).count,
      write(count) {
        kept.count = count;
        seed(key, kept);
      },
    };
  },
  'raw, read first'(key, sample) {
    seed(key, sample);
    return {
      read: () => parse(key).count,
      write(count) {
        const entry = parse(key);
        entry.count = count;
        seed(key, entry);
      },
    };
  },
  '@tuffet/core'(key, sample) {
    seed(key, sample);
    const module = new StorageModule<Sample>(key, 'local');
    return {
      read: () => module.getItem('count'),
      write: (count) => module.setItem('count', count),
    };
  },
  '@tuffet/hooks'(key, sample) {
    const { count: item } = useStorage(openTuffet(key, sample));
    return { read: item.get, write: item.set };
  },
  zustand(key, sample) {
    const store = openZustand(key, sample);
    return { read: () => store.getState().count, write: (count) => store.setState({ count }) };
  },
  nanostores(key, sample) {
    const store = openNanostores(key, sample);
    // Without a listener, every read would mount the store again.
    store.listen(() => {});
    return {
      read: () => store.get().count,
      write: (count) => store.set({ ...store.get(), count }),
    };
  },
  jotai(key, sample) {
    const { entry } = openJotai(key, sample);
    const store = createJotaiStore();
    return {
      read: () => store.get(entry).count,
      write: (count) => store.set(entry, { ...store.get(entry), count }),
    };
  },
  VueUse(key, sample) {
    seed(key, sample);
    const state = useLocalStorage(key, sample);
    return {
      read: () => state.value.count,
      // It persists asynchronously, and only the last write of a tick.
      write(count) {
        state.value.count = count;
        return nextTick();
      },
    };
  },
  'pinia-plugin-persistedstate'(key, sample) {
    const { pinia, useStore } = openPinia(key, sample);
    createApp({}).use(pinia);
    const store = useStore(pinia);
    return { read: () => store.count, write: (count) => store.$patch({ count }) };
  },
};

let written = 0;

/** Verifies that the write reached storage. Skipping it would look fast. */
function checkWritten(name: string, key: string, read: () => unknown): void {
  if (!localStorage.getItem(key)?.includes(`"count":${written}`))
    throw new Error(`${name} has not stored its last write.`);
  if (read() !== written) throw new Error(`${name} does not read what it wrote.`);
}

expose(contenders, async ({ read, write }, name, key) => {
  const writeMs = await timeCall(`${name} write`, () => write(++written));
  checkWritten(name, key, read);
  return { read: await timeCall(`${name} read`, read), write: writeMs };
});
