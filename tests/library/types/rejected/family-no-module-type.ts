import { createLocalFamily } from '@tuffet/hooks/family';

createLocalFamily('drafts', () => ({ initial: { text: '' } }));
