import { useStorage } from '@tuffet/hooks';
import { atom, createStore as createJotaiStore } from 'jotai/vanilla';
import { expose } from './bench.js';
import type { Sample } from './samples.js';
import { openJotai, openNanostores, openTuffet, openZustand } from './stores.js';
import { timeCall } from './timing.js';

const LISTENERS = 10_000;

/** How a library subscribes to one property, or to the whole entry, and writes. */
interface Subscribable {
  subscribe(listener: () => void): unknown;
  write(count: number): unknown;
}

type Open = (key: string, sample: Sample) => Subscribable;

let calls = 0;

const contenders: Record<string, Open> = {
  zustand(key, sample) {
    const store = openZustand(key, sample);
    return { subscribe: store.subscribe, write: (count) => store.setState({ count }) };
  },
  '@tuffet/hooks'(key, sample) {
    const { count: item } = useStorage(openTuffet(key, sample));
    return { subscribe: item.subscribe, write: item.set };
  },
  '@tuffet/hooks, module'(key, sample) {
    const storage = openTuffet(key, sample);
    return { subscribe: storage.subscribe, write: (count) => storage.set({ count }) };
  },
  nanostores(key, sample) {
    const store = openNanostores(key, sample);
    return {
      subscribe: (listener) => store.listen(listener),
      write: (count) => store.set({ ...store.get(), count }),
    };
  },
  jotai(key, sample) {
    const { entry } = openJotai(key, sample);
    const count = atom((get) => get(entry).count);
    const store = createJotaiStore();
    return {
      subscribe: (listener) => store.sub(count, listener),
      write: (value) => store.set(entry, { ...store.get(entry), count: value }),
    };
  },
};

let written = 0;

expose(
  Object.fromEntries(
    Object.entries(contenders).map(([name, open]) => [
      name,
      (key: string, sample: Sample) => {
        const opened = open(key, sample);
        for (let n = 0; n < LISTENERS; n++) opened.subscribe(() => calls++);
        return opened;
      },
    ]),
  ),
  async ({ write }, name) => {
    const before = calls;
    write(++written);
    if (calls - before !== LISTENERS)
      throw new Error(`${name} called ${calls - before} listeners.`);
    return { notify: await timeCall(name, () => write(++written)) };
  },
);
