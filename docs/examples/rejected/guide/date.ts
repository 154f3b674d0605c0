import { createLocalStorage } from '@tuffet/hooks';

type Visit = { lastSeen: Date };

const initial: Visit = { lastSeen: new Date() };
createLocalStorage<Visit>({ storageModuleKey: 'visit', initial }); // [!code error]
