import type { TuffetStorage } from '@tuffet/hooks';
import { fromKeys } from '@tuffet/hooks/adopt';
import { createLocalFamily, createSessionFamily, type StorageFamily } from '@tuffet/hooks/family';
import { useStorage as useStates } from '@tuffet/react-hooks';
import { useStorage as useReactions, useStorageValue } from '@tuffet/vue-hooks';
import type { Ref } from 'vue';

type Draft = { text: string; title?: string };

const drafts: StorageFamily<Draft> = createLocalFamily<Draft>('drafts', (id) => ({
  initial: { text: id },
  version: 2,
  adopt: fromKeys({ text: `draft-${id}` }),
}));
createSessionFamily<Draft>('drafts', () => ({ initial: { text: '' } }));

const draft: TuffetStorage<Draft> = drafts.open('a');
const ids: string[] = drafts.list();

export function Editor(id: string): string {
  return useStates(drafts.open(id)).textState.text;
}

const title: Ref<string | undefined> = useReactions(() => drafts.open('a')).refs.title;
const text: Ref<string> = useStorageValue(() => drafts.open('a'), 'text');

export { draft, ids, text, title };
