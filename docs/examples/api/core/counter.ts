import { StorageModule } from '@tuffet/core';

export function createCounter() {
  const counter = new StorageModule<{ count: number }>('counter', 'local');
  const read = () => counter.getItem('count') ?? 0;
  return { read, add: () => counter.setItem('count', read() + 1) };
}
