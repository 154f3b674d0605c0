import { createLocalStorage, useStorage } from '@tuffet/hooks';

type UserInfo = { token?: string; hasSigned: boolean };

const storage = createLocalStorage<UserInfo>({
  storageModuleKey: 'user',
  initial: { hasSigned: false },
});
useStorage(storage).hasSigned.set(undefined);
