import { useStore as useNanostore } from '@nanostores/vue';
import { useStorage } from '@tuffet/vue-hooks';
import { useLocalStorage } from '@vueuse/core';
import { type App, createApp, defineComponent, h, nextTick, type Plugin } from 'vue';
import { expose } from './bench.js';
import { COMPONENTS, type Tree, timeTree } from './mounting.js';
import type { Sample, Shape } from './samples.js';
import { openNanostores, openPinia, openTuffet, seed } from './stores.js';

interface Contender {
  /** The setup function of a component. Returns the value that it renders. */
  setup(): () => number;
  write?: (count: number) => unknown;
  plugin?: Plugin;
  components?: number;
}

/** Few components for VueUse, which parses, traverses and writes a large entry once per component. */
const FEW_COMPONENTS = 20;

function openVueUse(key: string, sample: Sample, shape: Shape, shallow: boolean): Contender {
  seed(key, sample);
  let write: (count: number) => void;
  return {
    setup() {
      const state = useLocalStorage(key, sample, { shallow });
      write = (count) => {
        state.value = { ...state.value, count };
      };
      return () => state.value.count;
    },
    write: (count) => write(count),
    components: shape === 'small' ? COMPONENTS : FEW_COMPONENTS,
  };
}

const contenders: Record<string, (key: string, sample: Sample, shape: Shape) => Contender> = {
  plain: (_, { count }) => ({ setup: () => () => count }),
  '@tuffet/vue-hooks'(key, sample) {
    const storage = openTuffet(key, sample);
    return {
      setup() {
        const { count } = useStorage(storage).refs;
        return () => count.value;
      },
      write: (count) => storage.storageModule.setItem('count', count),
    };
  },
  'pinia-plugin-persistedstate'(key, sample) {
    const { pinia, useStore } = openPinia(key, sample);
    return {
      setup() {
        const store = useStore();
        return () => store.count;
      },
      write: (count) => useStore(pinia).$patch({ count }),
      plugin: pinia,
    };
  },
  nanostores(key, sample) {
    const store = openNanostores(key, sample);
    return {
      setup() {
        const state = useNanostore(store);
        return () => state.value.count;
      },
      write: (count) => store.set({ ...store.get(), count }),
    };
  },
  VueUse: (key, sample, shape) => openVueUse(key, sample, shape, false),
  'VueUse, shallow': (key, sample, shape) => openVueUse(key, sample, shape, true),
};

function treeOf({ setup, write, plugin, components = COMPONENTS }: Contender): Tree {
  const keys = Array.from({ length: components }, (_, index) => index);
  const Item = defineComponent(() => {
    const show = setup();
    return () => h('i', show());
  });
  let app: App;
  return {
    mount(container) {
      app = createApp(() =>
        h(
          'div',
          keys.map((key) => h(Item, { key })),
        ),
      );
      if (plugin) app.use(plugin);
      app.mount(container);
    },
    unmount: () => app.unmount(),
    write:
      write &&
      ((count) => {
        write(count);
        return nextTick();
      }),
  };
}

expose(contenders, (contender) => timeTree(treeOf(contender)));
