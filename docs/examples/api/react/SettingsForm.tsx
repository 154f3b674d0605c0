import { useStorage } from '@tuffet/react-hooks';
import { settings } from './settings';

export function SettingsForm() {
  const { themeState, nicknameState } = useStorage(settings);
  const { theme, setTheme } = themeState;
  const {
    nickname = '',
    setNickname,
    resetNickname,
    containsNickname,
  } = nicknameState;
  return (
    <>
      <button
        type="button"
        onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}
      >
        {theme}
      </button>
      <label>
        Nickname{' '}
        <input
          value={nickname}
          onChange={(event) => setNickname(event.target.value)}
        />
      </label>
      <button type="button" onClick={resetNickname}>
        Clear nickname
      </button>
      {containsNickname() && <p>Hello, {nickname}</p>}
    </>
  );
}
