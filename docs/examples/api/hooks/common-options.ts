import {
  type CreateStorageOptions,
  createLocalStorage,
  type EntryCheck,
  type ErrorHandler,
  type Migrations,
  type Protection,
} from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; zoom: number };

const logError: ErrorHandler = (error) => console.log(error.code, error.key);
const checkZoom: EntryCheck = ({ zoom }) =>
  Number(zoom) > 0 ? undefined : 'zoom must be above 0';
const migrations = {
  2: ({ theme }) => ({ theme: theme === 'dark' ? 'dark' : 'light', zoom: 1 }),
} satisfies Migrations<Settings, 2>;
const protect: Protection = 'strict';

const options: CreateStorageOptions<Settings> = {
  storageModuleKey: 'settings',
  initial: { theme: 'light', zoom: 1 },
  version: 2,
  migrations,
  protect,
  onError: logError,
  check: checkZoom,
};
console.log(createLocalStorage<Settings>(options).helper.getStorageKey());
