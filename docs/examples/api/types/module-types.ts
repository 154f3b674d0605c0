import type {
  Initial,
  ModuleKey,
  ModuleShape,
  ModuleValue,
} from '@tuffet/shared';

type Settings = { theme: 'light' | 'dark'; nickname?: string };

const keys: ModuleKey<Settings>[] = ['theme', 'nickname'];
const initial: Initial<Settings> = { theme: 'light' };
const theme: ModuleValue<Settings, 'theme'> = 'dark';
const nickname: ModuleValue<Settings, 'nickname'> = undefined;

/** Takes any module type, and nothing else. */
function firstOf<T extends ModuleShape<T>>(values: Initial<T>): Initial<T> {
  return values;
}
firstOf<Settings>(initial);
