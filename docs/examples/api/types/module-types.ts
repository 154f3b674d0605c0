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

function defineInitial<T extends ModuleShape<T>>(
  values: Initial<T>,
): Initial<T> {
  return values;
}
defineInitial<Settings>(initial);
