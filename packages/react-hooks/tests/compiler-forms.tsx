import {
  createLocalStorage,
  type StorageState,
  type StorageStates,
  useStorage,
  useStorageHelper,
  useStorageValue,
} from '@tuffet/react-hooks';
import { type ComponentType, useMemo } from 'react';

type Settings = { theme: 'light' | 'dark'; list: number[]; nickname?: string };

export const createSettings = () =>
  createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', list: [1] },
  });

type Props = { settings: ReturnType<typeof createSettings> };

/** One style of component, and its HTML before and after both properties are set. */
export interface Form {
  readonly name: string;
  readonly Component: ComponentType<Props>;
  readonly before: string;
  readonly after: string;
}

/** Its handler reads a property that it doesn't show. */
export function AddButton({ settings }: Props) {
  const states = useStorage(settings);
  const add = () => states.listState.setList([...states.listState.list, 2]);
  return (
    <button type="button" onClick={add}>
      {states.themeState.theme}
    </button>
  );
}

function SizeInJsx({ settings }: Props) {
  const { size } = useStorageHelper(settings);
  return <p>{size()}</p>;
}

function SizeOfHelper({ settings }: Props) {
  const helper = useStorageHelper(settings);
  return <p>{helper.size()}</p>;
}

function SizeInTemplateString({ settings }: Props) {
  const { size, contains } = useStorageHelper(settings);
  return <p>{`${size()} stored${contains('nickname') ? ', a nickname too' : ''}`}</p>;
}

function SizeInCondition({ settings }: Props) {
  const { size } = useStorageHelper(settings);
  return <p>{size() > 2 ? 'many' : 'few'}</p>;
}

function ContainsWithAnd({ settings }: Props) {
  const { contains } = useStorageHelper(settings);
  return <p>{contains('nickname') && <b>there</b>}</p>;
}

function ContainsBeforeReturn({ settings }: Props) {
  const { contains } = useStorageHelper(settings);
  if (contains('nickname')) return <b>there</b>;
  return <p>absent</p>;
}

function HelperChild({ contains }: { contains(key: keyof Settings): boolean }) {
  return <b>{String(contains('nickname'))}</b>;
}

function ContainsPassedToChild({ settings }: Props) {
  const { contains } = useStorageHelper(settings);
  return <HelperChild contains={contains} />;
}

function CheckerWithAnd({ settings }: Props) {
  const { containsNickname } = useStorage(settings).nicknameState;
  return <p>{containsNickname() && <b>there</b>}</p>;
}

function CheckerWithAndAndValue({ settings }: Props) {
  const { nickname, containsNickname } = useStorage(settings).nicknameState;
  return <p>{containsNickname() && <b>{nickname}</b>}</p>;
}

function CheckerAsProp({ settings }: Props) {
  const { containsNickname } = useStorage(settings).nicknameState;
  return <p hidden={containsNickname()} />;
}

function CheckerOfState({ settings }: Props) {
  const states = useStorage(settings);
  return <p>{String(states.nicknameState.containsNickname())}</p>;
}

function CheckerInCondition({ settings }: Props) {
  const { containsNickname } = useStorage(settings).nicknameState;
  return <p>{containsNickname() ? 'yes' : 'no'}</p>;
}

function CheckerChild({ isStored }: { isStored(): boolean }) {
  return <b>{String(isStored())}</b>;
}

function CheckerPassedToChild({ settings }: Props) {
  const { containsNickname } = useStorage(settings).nicknameState;
  return <CheckerChild isStored={containsNickname} />;
}

function ValueInline({ settings }: Props) {
  return <p>{useStorage(settings).themeState.theme}</p>;
}

function ValueDestructured({ settings }: Props) {
  const {
    themeState: { theme },
  } = useStorage(settings);
  return <p>{theme}</p>;
}

function ValueDerived({ settings }: Props) {
  const { themeState } = useStorage(settings);
  const label = `${themeState.theme} mode`;
  return <p>{label}</p>;
}

function ValueInCondition({ settings }: Props) {
  const { themeState, nicknameState } = useStorage(settings);
  return <p>{themeState.theme === 'dark' ? nicknameState.nickname : 'none'}</p>;
}

function ValueChild({ theme }: StorageState<'theme', Settings['theme']>) {
  return <b>{theme}</b>;
}

function BundlePassedToChild({ settings }: Props) {
  return <ValueChild {...useStorage(settings).themeState} />;
}

function StatesChild({ states }: { states: StorageStates<Settings> }) {
  return <b>{`${states.themeState.theme} ${states.nicknameState.containsNickname()}`}</b>;
}

function StatesPassedToChild({ settings }: Props) {
  return <StatesChild states={useStorage(settings)} />;
}

function ValueInMemo({ settings }: Props) {
  const states = useStorage(settings);
  const label = useMemo(() => `${states.themeState.theme} mode`, [states]);
  return <p>{label}</p>;
}

function ValueByName({ settings }: Props) {
  const [theme] = useStorageValue(settings, 'theme');
  return <p>{`${theme} mode`}</p>;
}

function ExistsByName({ settings }: Props) {
  const [nickname, , { exists }] = useStorageValue(settings, 'nickname');
  return <p>{exists && <b>{nickname}</b>}</p>;
}

const form = (Component: ComponentType<Props>, before: string, after: string): Form => ({
  name: Component.name,
  Component,
  before,
  after,
});

export const FORMS: readonly Form[] = [
  form(SizeInJsx, '<p>2</p>', '<p>3</p>'),
  form(SizeOfHelper, '<p>2</p>', '<p>3</p>'),
  form(SizeInTemplateString, '<p>2 stored</p>', '<p>3 stored, a nickname too</p>'),
  form(SizeInCondition, '<p>few</p>', '<p>many</p>'),
  form(ContainsWithAnd, '<p></p>', '<p><b>there</b></p>'),
  form(ContainsBeforeReturn, '<p>absent</p>', '<b>there</b>'),
  form(ContainsPassedToChild, '<b>false</b>', '<b>true</b>'),
  form(CheckerWithAnd, '<p></p>', '<p><b>there</b></p>'),
  form(CheckerWithAndAndValue, '<p></p>', '<p><b>Ada</b></p>'),
  form(CheckerAsProp, '<p></p>', '<p hidden=""></p>'),
  form(CheckerOfState, '<p>false</p>', '<p>true</p>'),
  form(CheckerInCondition, '<p>no</p>', '<p>yes</p>'),
  form(CheckerPassedToChild, '<b>false</b>', '<b>true</b>'),
  form(ValueInline, '<p>light</p>', '<p>dark</p>'),
  form(ValueDestructured, '<p>light</p>', '<p>dark</p>'),
  form(ValueDerived, '<p>light mode</p>', '<p>dark mode</p>'),
  form(ValueInCondition, '<p>none</p>', '<p>Ada</p>'),
  form(BundlePassedToChild, '<b>light</b>', '<b>dark</b>'),
  form(StatesPassedToChild, '<b>light false</b>', '<b>dark true</b>'),
  form(ValueByName, '<p>light mode</p>', '<p>dark mode</p>'),
  form(ExistsByName, '<p></p>', '<p><b>Ada</b></p>'),
  form(ValueInMemo, '<p>light mode</p>', '<p>dark mode</p>'),
];
