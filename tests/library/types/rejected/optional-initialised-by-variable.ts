import { createLocalStorage } from '@tuffet/hooks';

type UserInfo = { token?: string; hasSigned: boolean };

const initial = { hasSigned: false, token: 'abc' };
createLocalStorage<UserInfo>({ storageModuleKey: 'user', initial });
