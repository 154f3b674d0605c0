import { fromKeys } from '@tuffet/hooks/adopt';
import { createLocalFamily, type MemberOptions } from '@tuffet/hooks/family';

type Draft = { text: string };
const optionsOf: MemberOptions<Draft> = (id) => ({
  initial: { text: '' },
  adopt: fromKeys({ text: `draft-${id}` }),
});

createLocalFamily<Draft>('drafts', optionsOf).open('7');
