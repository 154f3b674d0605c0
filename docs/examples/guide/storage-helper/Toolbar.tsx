import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { settings } from './settings';

function Theme() {
  const { theme, setTheme } = useStorage(settings).themeState;
  console.log('Theme renders:', theme);
  return (
    <button type="button" onClick={() => setTheme('dark')}>
      go dark
    </button>
  );
}

function Name() {
  const { setNickname } = useStorage(settings).nicknameState;
  const { size, contains } = useStorageHelper(settings);
  console.log('Name renders:', size(), contains('nickname'));
  return (
    <button type="button" onClick={() => setNickname('Ada')}>
      be Ada
    </button>
  );
}

export function Toolbar() {
  return (
    <p>
      <Theme /> <Name />
    </p>
  );
}
