import {
  createLocalStorage,
  type StorageValue,
  type TuffetStorage,
  useStorageValue,
} from '@tuffet/react-hooks';
import type { DeepReadonly, ModuleKey, ModuleValue } from '@tuffet/shared';
import { useStorageValue as useRef } from '@tuffet/vue-hooks';
import type { Ref } from 'vue';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

type Settings = { theme: 'light' | 'dark'; isCompact: boolean; nickname?: string; list: number[] };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', isCompact: false, list: [] },
});

// One property, with its own type.
const [theme, setTheme, { reset, exists }] = useStorageValue(settings, 'theme');
same<typeof theme, 'light' | 'dark'>(true);
same<typeof exists, boolean>(true);
setTheme((latest) => (latest === 'light' ? 'dark' : 'light'));
reset();
const [nickname, setNickname] = useStorageValue(settings, 'nickname');
same<typeof nickname, string | undefined>(true);
setNickname(undefined);
const ref: Ref<'light' | 'dark'> = useRef(settings, 'theme');

// A component for any property of any module.
function ResetButton<T>(props: { storage: TuffetStorage<T>; name: ModuleKey<T> }) {
  const [value, , controls] = useStorageValue(props.storage, props.name);
  return controls.exists ? `${value}` : controls.reset();
}
ResetButton({ storage: settings, name: 'nickname' });

// A component whose other props depend on the property.
function Choice<T, K extends ModuleKey<T>>(props: {
  storage: TuffetStorage<T>;
  name: K;
  options: readonly DeepReadonly<ModuleValue<T, K>>[];
}) {
  const [value, set] = useStorageValue(props.storage, props.name);
  return props.options.map((option) => option === value || set(option));
}
Choice({ storage: settings, name: 'theme', options: ['light', 'dark'] });

// A component for any property of one type.
function Toggle({ state: [isOn, set] }: { state: StorageValue<boolean> }) {
  return set(!isOn);
}
Toggle({ state: useStorageValue(settings, 'isCompact') });
