import { createSessionStorage } from '@tuffet/hooks';

type Flags = { newEditor: boolean; fastSearch: boolean };
const flags = createSessionStorage<Flags>({
  storageModuleKey: 'feature-flags',
  initial: { newEditor: false, fastSearch: false },
});

// Replace the body with a request to your flag service.
async function fetchFlags(): Promise<Partial<Flags>> {
  return { newEditor: true };
}

flags.set(await fetchFlags());
console.log('new editor:', flags.get('newEditor'));
