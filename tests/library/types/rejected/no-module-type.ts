import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage({ storageModuleKey: 'settings', initial: { theme: 'light' } });
