import { type CreateStorageOptions, createLocalStorage, type TuffetError } from '@tuffet/hooks';
import { backupsOf } from '@tuffet/hooks/backups';

export type Settings = { theme: string; size: number; token?: string };

export const initial = { theme: 'light', size: 12 };
/** Names that belong to other modules or other code. */
export const OTHERS = [
  'settings2',
  'a settings',
  'settings[1]',
  'settings_v1',
  'settings__backup9',
  'set',
];

export function open(options: Partial<CreateStorageOptions<Settings>> = {}) {
  const errors: TuffetError[] = [];
  const module = createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial,
    onError: (error) => void errors.push(error),
    ...options,
  });
  errors.length = 0;
  return { module, errors, backups: backupsOf(module), ...module };
}

export const put = (entries: Record<string, string>) => Object.assign(localStorage, entries);
/** The strings in storage, without the marks of writes. */
export const texts = () =>
  Object.fromEntries(Object.entries({ ...localStorage }).map(([key, text]) => [key, text.trim()]));
