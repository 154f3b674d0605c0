import {
  type CreateStorageOptions,
  createLocalStorage,
  type EntryCheck,
  type ErrorHandler,
  type Migrations,
  type Protection,
} from '@tuffet/hooks';

type Settings = { theme: string; zoom: number };

const report: ErrorHandler = (error) => console.log(error.code, error.key);
const isUsable: EntryCheck = ({ zoom }) =>
  Number(zoom) > 0 ? undefined : 'zoom is not above 0';
const migrations: Migrations = { 2: (one) => ({ ...one, zoom: 1 }) };
const protect: Protection = 'strict';

const options: CreateStorageOptions<Settings> = {
  storageModuleKey: 'settings',
  initial: { theme: 'light', zoom: 1 },
  version: 2,
  migrations,
  protect,
  onError: report,
  check: isUsable,
};
console.log(createLocalStorage<Settings>(options).helper.getStorageKey());
