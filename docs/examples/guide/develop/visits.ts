import { createSessionStorage, useStorage } from '@tuffet/hooks';

const counter = createSessionStorage<{ visits: number }>({
  storageModuleKey: 'counter',
  initial: { visits: 0 },
});

const { visits } = useStorage(counter);
visits.set((count) => count + 1);
console.log('visits:', visits.get());
