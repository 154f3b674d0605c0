import { createLocalStorage } from '@tuffet/vue-hooks';

type Visits = { count: number };

export const visits = createLocalStorage<Visits>({
  storageModuleKey: 'visits',
  initial: { count: 0 },
});
