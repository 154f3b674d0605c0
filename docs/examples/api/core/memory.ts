import { StorageModule } from '@tuffet/core';
import { openMemory } from '@tuffet/core/adapter';

const settings = new StorageModule<{ theme?: string }>('settings', 'local');
const { area, methods } = openMemory();
settings.store.configure({
  area,
  methods,
  initial: { theme: 'light' },
  storeInitial: false,
  merge: (stored, initial) => ({ ...initial, ...stored }),
});

settings.setItem('theme', 'dark');
console.log(settings.getItem('theme'), localStorage.getItem('settings'));
