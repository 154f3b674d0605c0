import { createLocalStorage, useStorage } from '@tuffet/hooks';

const limit = 10;
const history = createLocalStorage<{ ids: number[] }>({
  storageModuleKey: 'recently-viewed',
  initial: { ids: [] },
});

export function recordView(id: number) {
  useStorage(history).ids.set((ids) =>
    [id, ...ids.filter((other) => other !== id)].slice(0, limit),
  );
}

[1, 2, 3, 1].forEach(recordView);
console.log(useStorage(history).ids.get().join(', '));
