import { createLocalStorage } from '@tuffet/react-hooks';

type Hints = { dismissed: string[] };
export const hints = createLocalStorage<Hints>({
  storageModuleKey: 'hints',
  initial: { dismissed: [] },
});
