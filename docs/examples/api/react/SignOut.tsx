import { type StorageHelper, useStorageHelper } from '@tuffet/react-hooks';
import { type UserInfo, userInfo } from './user-info';

function SignOutButton({
  initialize,
}: Pick<StorageHelper<UserInfo>, 'initialize'>) {
  return (
    <button type="button" onClick={initialize}>
      Sign out
    </button>
  );
}

export function SignOut() {
  return <SignOutButton {...useStorageHelper(userInfo)} />;
}
