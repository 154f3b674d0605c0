import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: string };
const storageModuleKey = 'settings';

createLocalStorage<Settings>({ storageModuleKey, initial: { theme: 'light' } });
createLocalStorage<Settings>({ storageModuleKey, initial: { theme: 'dark' } }); // [!code error]
