import {
  type StorageState,
  type StorageStates,
  useStorage,
} from '@tuffet/react-hooks';
import { type Profile, profile } from './profile';

function Nickname({ nickname, setNickname }: StorageState<'nickname', string>) {
  return (
    <button type="button" onClick={() => setNickname('Grace')}>
      {nickname}
    </button>
  );
}

export function Field() {
  const states: StorageStates<Profile> = useStorage(profile);
  return <Nickname {...states.nicknameState} />;
}
