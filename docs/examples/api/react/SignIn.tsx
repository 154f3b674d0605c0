import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { fetchUserInfo } from './fetch-user-info';
import { userInfo } from './user-info';

export function SignIn() {
  const { hasSigned } = useStorage(userInfo).hasSignedState;
  const { patch, initialize } = useStorageHelper(userInfo);
  const signIn = async () => patch(await fetchUserInfo('Ada'));
  return hasSigned ? (
    <button type="button" onClick={initialize}>
      Sign out
    </button>
  ) : (
    <button type="button" onClick={signIn}>
      Sign in
    </button>
  );
}
