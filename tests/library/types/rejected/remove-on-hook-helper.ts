import { createLocalStorage, useStorageHelper } from '@tuffet/hooks';

type UserInfo = { token?: string; hasSigned: boolean };

const storage = createLocalStorage<UserInfo>({
  storageModuleKey: 'user',
  initial: { hasSigned: false },
});
useStorageHelper(storage).remove('token');
