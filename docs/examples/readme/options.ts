import { createSessionStorage, useStorage, useStorageHelper } from '@tuffet/hooks';

type Draft = { title: string; tags: string[]; mood?: 'good' | 'bad' };
const draft = createSessionStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '', tags: [] },
  protect: true, // direct setItem and removeItem calls throw; 'strict' also blocks property writes
  version: 2, // the entry is stored under "draft_v2"
  migrations: {
    // Receives the stored values of version 1. Without it, they are deleted.
    2: (previous) => ({ title: String(previous.title ?? ''), tags: [] }),
  },
  onError: (error) => console.warn(error.code, error.hint),
});

const { title, mood } = useStorage(draft);
title.set((current) => `${current}!`);
mood.reset(); // has no initial value, so it is removed
const helper = useStorageHelper(draft);
helper.patch({ title: 'One write', tags: ['two', 'properties'] });
helper.size(); // 2
helper.contains('mood'); // false
helper.initialize(); // back to the initial values
