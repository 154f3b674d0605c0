import { createLocalStorage } from '@tuffet/hooks';

type Look = { theme: string };
const storageModuleKey = 'settings';

createLocalStorage<Look>({ storageModuleKey, initial: { theme: 'light' } });
createLocalStorage<Look>({ storageModuleKey, initial: { theme: 'dark' } }); // [!code error]
