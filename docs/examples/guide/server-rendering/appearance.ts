import { createLocalStorage } from '@tuffet/hooks';

type Appearance = { theme: 'light' | 'dark'; density?: 'compact' | 'wide' };

export const appearance = createLocalStorage<Appearance>({
  storageModuleKey: 'appearance',
  initial: { theme: 'light' },
});
