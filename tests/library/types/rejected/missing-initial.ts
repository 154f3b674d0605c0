import { createLocalStorage } from '@tuffet/hooks';

type UserInfo = { token?: string; hasSigned: boolean };

createLocalStorage<UserInfo>({ storageModuleKey: 'user', initial: {} });
