import { createLocalFamily } from '@tuffet/hooks/family';

type Draft = { text: string };
export const drafts = createLocalFamily<Draft>('drafts', () => ({
  initial: { text: '' },
}));
