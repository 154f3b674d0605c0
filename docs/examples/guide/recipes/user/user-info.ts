import { createLocalStorage, useStorage, useStorageHelper } from '@tuffet/hooks';

type UserInfo = { token?: string; hasSigned: boolean };
export const userInfo = createLocalStorage<UserInfo>({
  storageModuleKey: 'user-info',
  initial: { hasSigned: false },
});

// Replace the body with a request to your server.
async function fetchUserInfo(name: string): Promise<UserInfo> {
  return { token: `short-lived-token-for-${name}`, hasSigned: true };
}

export async function signIn(name: string) {
  return useStorageHelper(userInfo).patch(await fetchUserInfo(name));
}

await signIn('Ada');
console.log('signed in:', useStorage(userInfo).hasSigned.get());
