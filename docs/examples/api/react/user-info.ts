import { createLocalStorage } from '@tuffet/react-hooks';

export type UserInfo = { token?: string; hasSigned: boolean };
export const userInfo = createLocalStorage<UserInfo>({
  storageModuleKey: 'user-info',
  initial: { hasSigned: false },
});
