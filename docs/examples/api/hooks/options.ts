import { createLocalStorage, type Migrations } from '@tuffet/hooks';

type Draft = { title: string; tags: string[]; subtitle?: string };
const draft = createLocalStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '', tags: [] },
  protect: true,
  version: 3,
  preVersion: 1, // version 2 was never released
  migrations: {
    3: ({ title }) => ({
      title: typeof title === 'string' ? title : '',
      tags: ['imported'],
    }),
  } satisfies Migrations<Draft, 3>,
  onError: (error) => console.log(error.code, error.hint),
  check: ({ tags }) =>
    Array.isArray(tags) ? undefined : 'tags must be an array',
});

console.log(draft.helper.getModule());
