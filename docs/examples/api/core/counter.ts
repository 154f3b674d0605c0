import { StorageModule } from '@tuffet/core';

export function createCounter() {
  const module = new StorageModule<{ count: number }>('counter', 'local');
  const read = () => module.getItem('count') ?? 0;
  return { read, add: () => module.setItem('count', read() + 1) };
}
