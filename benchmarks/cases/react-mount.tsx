import { useLocalStorage as useMantine } from '@mantine/hooks';
import { useStore as useNanostore } from '@nanostores/react';
import { useStorage } from '@tuffet/react-hooks';
import { createStore as createJotaiStore, Provider, useAtomValue } from 'jotai';
import { Fragment, type FunctionComponent, type PropsWithChildren } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import useLocalStorageState from 'use-local-storage-state';
import { useLocalStorage as useHooksTs } from 'usehooks-ts';
import { useStore as useZustand } from 'zustand';
import { expose } from './bench.js';
import { COMPONENTS, type Tree, timeTree } from './mounting.js';
import type { Sample } from './samples.js';
import { openJotai, openNanostores, openTuffet, openZustand, seed } from './stores.js';

interface Contender {
  Item: FunctionComponent;
  write?: (count: number) => unknown;
  Around?: FunctionComponent<PropsWithChildren>;
}

/** For libraries whose setter is only available inside a component. */
function createHookContender(useSample: () => [Sample, (sample: Sample) => unknown]): Contender {
  let latest: ReturnType<typeof useSample>;
  return {
    Item() {
      latest = useSample();
      return <i>{latest[0].count}</i>;
    },
    write: (count) => latest[1]({ ...latest[0], count }),
  };
}

const contenders: Record<string, (key: string, sample: Sample) => Contender> = {
  plain: (_, { count }) => ({ Item: () => <i>{count}</i> }),
  '@tuffet/react-hooks'(key, sample) {
    const storage = openTuffet(key, sample);
    return {
      Item() {
        const { countState } = useStorage(storage);
        return <i>{countState.count}</i>;
      },
      write: (count) => storage.storageModule.setItem('count', count),
    };
  },
  zustand(key, sample) {
    const store = openZustand(key, sample);
    return {
      Item: () => <i>{useZustand(store, (state) => state.count)}</i>,
      write: (count) => store.setState({ count }),
    };
  },
  nanostores(key, sample) {
    const store = openNanostores(key, sample);
    return {
      Item: () => <i>{useNanostore(store).count}</i>,
      write: (count) => store.set({ ...store.get(), count }),
    };
  },
  jotai(key, sample) {
    const { entry, count: countAtom } = openJotai(key, sample);
    const store = createJotaiStore();
    return {
      Item: () => <i>{useAtomValue(countAtom)}</i>,
      write: (count) => store.set(entry, { ...store.get(entry), count }),
      Around: ({ children }) => <Provider store={store}>{children}</Provider>,
    };
  },
  'use-local-storage-state'(key, sample) {
    seed(key, sample);
    return createHookContender(() => {
      const [value, set] = useLocalStorageState(key, { defaultValue: sample });
      return [value, set];
    });
  },
  'usehooks-ts'(key, sample) {
    seed(key, sample);
    return createHookContender(() => {
      const [value, set] = useHooksTs(key, sample);
      return [value, set];
    });
  },
  Mantine(key, sample) {
    seed(key, sample);
    return createHookContender(() => {
      const [value, set] = useMantine({
        key,
        defaultValue: sample,
        getInitialValueInEffect: false,
      });
      return [value, set];
    });
  },
};

function treeOf({ Item, write, Around = Fragment }: Contender): Tree {
  const keys = Array.from({ length: COMPONENTS }, (_, index) => index);
  let root: Root;
  return {
    mount(container) {
      root = createRoot(container);
      flushSync(() =>
        root.render(
          <Around>
            {/* Without a wrapper, React would insert each component separately. */}
            <div>
              {keys.map((key) => (
                <Item key={key} />
              ))}
            </div>
          </Around>,
        ),
      );
    },
    unmount: () => flushSync(() => root.unmount()),
    write: write && ((count) => flushSync(() => void write(count))),
  };
}

expose(contenders, (contender) => timeTree(treeOf(contender)));
