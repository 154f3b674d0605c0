import { createLocalStorage, type TuffetError } from '@tuffet/vue-hooks';
import { vi } from 'vitest';
import { type Component, h } from 'vue';
import { stored as storedUnder } from '../../../tests/library/contract/mount.ts';

export type Task = { title: string; isDone: boolean; tags?: string[] };
export type Todo = { n: number; name: string; list: number[]; tasks: Task[]; note?: string };

export const initial = () => ({
  n: 0,
  name: '',
  list: [3, 1, 2],
  tasks: [{ title: 'a', isDone: false }],
});

export function create(onError?: (error: TuffetError) => void) {
  return createLocalStorage<Todo>({
    storageModuleKey: 'todo',
    initial: initial(),
    ...(onError && { onError }),
  });
}

export const stored = () => storedUnder('todo') as unknown as Todo;

export const showing = (show: () => unknown): Component => ({
  setup: () => () => h('p', String(show())),
});

/** Counts the writes from now on. Must be called before the first module is created. */
export function countWrites() {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  return { reset: () => setItem.mockClear(), count: () => setItem.mock.calls.length };
}

/** Makes writes fail as they do when storage is full. */
export function fillStorage() {
  const { setItem } = Storage.prototype;
  let isFull = false;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  return (now: boolean) => {
    isFull = now;
  };
}
