import { createLocalStorage, useStorage } from '@tuffet/react-hooks';

const settings = createLocalStorage<{ theme: string; fontSize: number }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
});
export const Theme = () => useStorage(settings).themeState.value;
