import { createSessionStorage } from '@tuffet/hooks';

type Flags = { newEditor: boolean; fastSearch: boolean };
export const flags = createSessionStorage<Flags>({
  storageModuleKey: 'feature-flags',
  initial: { newEditor: false, fastSearch: false },
});

// Replace the body with a request to your flag service.
async function fetchFlags(): Promise<Partial<Flags>> {
  return { newEditor: true };
}

export async function refreshFlags(): Promise<void> {
  flags.set(await fetchFlags());
}
