import { createLocalStorage } from '@tuffet/hooks';

interface UserInfo {
  hasSigned: boolean;
}

createLocalStorage<UserInfo>({ storageModuleKey: 'user', initial: { hasSigned: false } });
