import { useStorageValue } from '@tuffet/react-hooks';
import { settings } from './settings';

export function Nickname() {
  const [nickname, setNickname, { reset, exists }] = useStorageValue(
    settings,
    'nickname',
  );
  return exists ? (
    <button type="button" onClick={reset}>
      Forget {nickname}
    </button>
  ) : (
    <button type="button" onClick={() => setNickname('Ada')}>
      Call me Ada
    </button>
  );
}
