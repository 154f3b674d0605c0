import { createLocalStorage } from '@tuffet/hooks';

type Visit = { lastSeen: Date };

createLocalStorage<Visit>({ storageModuleKey: 'visit', initial: { lastSeen: new Date() } });
