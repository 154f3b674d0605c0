import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: string; nickname?: string };

createLocalStorage<Settings>({ storageModuleKey: 'settings', initial: {} }); // [!code error]
