import { createLocalFamily } from '@tuffet/hooks/family';

type Draft = { text: string };
createLocalFamily<Draft>('drafts', (id) => ({ storageModuleKey: id, initial: { text: '' } }));
