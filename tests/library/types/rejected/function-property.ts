import { createLocalStorage } from '@tuffet/hooks';

type Actions = { run: () => void };

createLocalStorage<Actions>({ storageModuleKey: 'actions', initial: { run: () => {} } });
