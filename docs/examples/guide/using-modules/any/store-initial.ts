import { createLocalStorage } from '@tuffet/hooks';

type View = { theme: 'light' | 'dark'; fontSize: number };
export const view = createLocalStorage<View>({
  storageModuleKey: 'view',
  initial: { theme: 'dark', fontSize: 16 }, // in app 1.4, the theme was 'light'
  storeInitial: false,
});

console.log(view.get());
