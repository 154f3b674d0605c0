import { createLocalStorage } from '@tuffet/react-hooks';

export const clicks = createLocalStorage<{ count: number }>({
  storageModuleKey: 'clicks',
  initial: { count: 0 },
});
