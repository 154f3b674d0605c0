import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };

createLocalStorage<Settings>({ storageModuleKey: 'settings', initial: {} }); // [!code error]
