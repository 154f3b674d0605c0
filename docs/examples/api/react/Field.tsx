import {
  createLocalStorage,
  type StorageState,
  type StorageStates,
  useStorage,
} from '@tuffet/react-hooks';

type Settings = { nickname: string; zoom: number };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { nickname: 'Ada', zoom: 1 },
});

function Nickname({ nickname, setNickname }: StorageState<'nickname', string>) {
  return (
    <button type="button" onClick={() => setNickname('Grace')}>
      {nickname}
    </button>
  );
}

export function Field() {
  const states: StorageStates<Settings> = useStorage(settings);
  return <Nickname {...states.nicknameState} />;
}
