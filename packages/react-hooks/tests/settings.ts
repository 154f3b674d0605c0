import {
  createLocalStorage,
  type StorageStates,
  type TuffetStorage,
  useStorage,
} from '@tuffet/react-hooks';
import { createElement as h } from 'react';

export type Settings = { a: number; b: number; list: number[]; note?: string };

export const create = (key = 'settings') =>
  createLocalStorage<Settings>({ storageModuleKey: key, initial: { a: 0, b: 0, list: [1, 2] } });

/** A component that records what `useStorage` returns in every render. */
export function spy(
  storage: TuffetStorage<Settings>,
  read: (states: StorageStates<Settings>) => unknown,
) {
  const seen: StorageStates<Settings>[] = [];
  function Spy() {
    const states = useStorage(storage);
    seen.push(states);
    return h('p', null, String(read(states)));
  }
  return { Spy, seen, latest: () => seen.at(-1) as StorageStates<Settings> };
}
