import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { settings } from './settings';

function ThemeButton() {
  const { theme, setTheme } = useStorage(settings).themeState;
  console.log('ThemeButton rendered:', theme);
  return (
    <button type="button" onClick={() => setTheme('dark')}>
      Dark theme
    </button>
  );
}

function NicknameButton() {
  const { setNickname } = useStorage(settings).nicknameState;
  const { size, contains } = useStorageHelper(settings);
  console.log('NicknameButton rendered:', size(), contains('nickname'));
  return (
    <button type="button" onClick={() => setNickname('Ada')}>
      Set nickname
    </button>
  );
}

export function Toolbar() {
  return (
    <p>
      <ThemeButton /> <NicknameButton />
    </p>
  );
}
