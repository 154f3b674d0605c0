import {
  createSessionStorage,
  type StorageHelper,
  useStorageHelper,
} from '@tuffet/react-hooks';

type Visit = { pages: string[]; name?: string };
const visit = createSessionStorage<Visit>({
  storageModuleKey: 'visit',
  initial: { pages: [] },
});

function SignOutButton({
  initialize,
}: Pick<StorageHelper<Visit>, 'initialize'>) {
  return (
    <button type="button" onClick={initialize}>
      Sign out
    </button>
  );
}

export function SignOut() {
  return <SignOutButton {...useStorageHelper(visit)} />;
}
