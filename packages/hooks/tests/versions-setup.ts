import {
  type CreateStorageOptions,
  createLocalStorage,
  type TuffetError,
  useStorage,
} from '@tuffet/hooks';
import { backupsOf } from '@tuffet/hooks/backups';

export type User = { name: string; age?: number };
export type UserOptions = Partial<CreateStorageOptions<User>>;

/** Opens the module `user` as a release does, and collects its errors. */
export function open(options: UserOptions) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<User>({
    storageModuleKey: 'user',
    initial: { name: 'new' },
    onError: (error) => void errors.push(error),
    ...options,
  });
  const codes = errors.map((error) => error.code);
  return { ...storage, items: useStorage(storage), errors, codes };
}

/** The entries in storage, without the marks of migrations. */
export const stored = () =>
  Object.fromEntries(Object.entries({ ...localStorage }).map(([key, text]) => [key, text.trim()]));

/** Key and reason of the backups of a module. */
export const backups = (module: Parameters<typeof backupsOf>[0]) =>
  backupsOf(module)
    .list()
    .map(({ key, reason }) => [key, reason]);

/** Adds 1 to `age` in every step. */
export const grow = (root: { age?: unknown }) => ({ ...root, age: Number(root.age ?? 0) + 1 });
export const keep = <R>(root: R): R => root;
export const [old, fresh] = ['{"name":"old"}', '{"name":"new"}'];
