import { createSessionStorage, useStorage, useStorageHelper } from '@tuffet/hooks';

type Draft = { title: string; tags: string[]; mood?: 'good' | 'bad' };
const draft = createSessionStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '', tags: [] },
  protect: true, // raw setItem and removeItem on the key throw; 'strict' also stops property writes
  version: 2, // the entry is stored as "draft_v2"
  migrations: { 2: (one) => ({ ...one, tags: [] }) }, // without it, the entry of version 1 is deleted
  onError: (error) => console.warn(error.code, error.hint),
});

const { title, mood } = useStorage(draft);
title.set((now) => `${now}!`);
mood.reset(); // no initial value: removed
const helper = useStorageHelper(draft);
helper.patch({ title: 'One write', tags: ['two', 'properties'] });
helper.size(); // 2
helper.contains('mood'); // false
helper.initialize(); // everything as at first
