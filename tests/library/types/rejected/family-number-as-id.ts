import { createLocalFamily } from '@tuffet/hooks/family';

type Draft = { text: string };
createLocalFamily<Draft>('drafts', () => ({ initial: { text: '' } })).open(7);
