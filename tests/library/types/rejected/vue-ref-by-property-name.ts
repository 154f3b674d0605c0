import { createLocalStorage, useStorage } from '@tuffet/vue-hooks';

const settings = createLocalStorage<{ theme: string; fontSize: number }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
});
export const { theme } = useStorage(settings);
