import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { settings } from './settings';

export function SettingsStatus() {
  const { setNickname } = useStorage(settings).nicknameState;
  const { size, contains, initialize } = useStorageHelper(settings);
  return (
    <>
      <p>{`${size()} stored${contains('nickname') ? ', with a nickname' : ''}`}</p>
      <button type="button" onClick={() => setNickname('Ada')}>
        Set nickname
      </button>
      <button type="button" onClick={initialize}>
        Reset all
      </button>
    </>
  );
}
