import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { settings } from './settings';

export function SettingsStatus() {
  const { setNickname } = useStorage(settings).nicknameState;
  const { size, contains, initialize } = useStorageHelper(settings);
  return (
    <>
      <p>{`${size()} stored${contains('nickname') ? ', a nickname too' : ''}`}</p>
      <button type="button" onClick={() => setNickname('Ada')}>
        I am Ada
      </button>
      <button type="button" onClick={initialize}>
        Start over
      </button>
    </>
  );
}
