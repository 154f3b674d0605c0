import { createLocalStorage } from '@tuffet/react-hooks';

type Appearance = { theme: 'light' | 'dark' };
export const appearance = createLocalStorage<Appearance>({
  storageModuleKey: 'appearance',
  initial: { theme: 'light' },
});

const showTheme = () => {
  const theme = appearance.storageModule.getItem('theme');
  document.documentElement.dataset.theme = theme ?? 'light';
};
appearance.storageModule.store.subscribe(showTheme, 'theme');
if (typeof document !== 'undefined') showTheme(); // not during server-side rendering
