import { createLocalStorage } from '@tuffet/hooks';

type Draft = { title: string; tags: string[]; mood?: 'good' | 'bad' };
const draft = createLocalStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '', tags: [] },
  protect: true,
  version: 3,
  preVersion: 1, // version 2 was never released
  migrations: { 3: (one) => ({ ...one, tags: ['letter'] }) },
  onError: (error) => console.log(error.code, error.hint),
  check: ({ tags }) =>
    Array.isArray(tags) ? undefined : 'tags must be a list',
});

console.log(draft.helper.getModule());
