import { createLocalStorage } from '@tuffet/vue-hooks';

type Appearance = { theme: 'light' | 'dark' };

export const appearance = createLocalStorage<Appearance>({
  storageModuleKey: 'appearance',
  initial: { theme: 'light' },
});

appearance.subscribe(({ theme }) => {
  if (typeof document === 'undefined') return; // not during server-side rendering
  document.documentElement.dataset.theme = theme;
});
