import {
  createLocalStorage,
  useStorage,
  useStorageHelper,
} from '@tuffet/hooks';

// #region use
type UserInfo = { token?: string; hasSigned: boolean };
const userInfo = createLocalStorage<UserInfo>({
  storageModuleKey: 'user-info',
  initial: { hasSigned: false },
});

// Replace the body with a request to your server.
async function fetchUserInfo(name: string): Promise<UserInfo> {
  return { token: `short-lived-token-for-${name}`, hasSigned: true };
}

const { patch, initialize } = useStorageHelper(userInfo);
patch(await fetchUserInfo('Ada'));
console.log('signed in:', useStorage(userInfo).hasSigned.get());

initialize();
console.log('signed in:', useStorage(userInfo).hasSigned.get());
// #endregion use
