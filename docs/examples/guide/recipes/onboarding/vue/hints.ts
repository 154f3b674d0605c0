import { createLocalStorage } from '@tuffet/vue-hooks';

type Hints = { dismissed: string[] };
export const hints = createLocalStorage<Hints>({
  storageModuleKey: 'hints',
  initial: { dismissed: [] },
});
