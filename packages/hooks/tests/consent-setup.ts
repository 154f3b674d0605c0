import {
  type CreateStorageOptions,
  createLocalStorage,
  type TuffetError,
  useStorage,
} from '@tuffet/hooks';
import type { Consent } from '@tuffet/hooks/consent';
import { vi } from 'vitest';

export type Settings = { theme: string; size: number; token?: string };

export const initial = { theme: 'light', size: 12 };

export function open(consent: Consent, options: Partial<CreateStorageOptions<Settings>> = {}) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial,
    onError: (error) => void errors.push(error),
    consent,
    ...options,
  });
  const codes = () => errors.map(({ code }) => code);
  return { ...storage, items: useStorage(storage), codes };
}

/** The entries in storage, without the marks of writes to several properties. */
export const stored = () =>
  Object.fromEntries(Object.entries({ ...localStorage }).map(([key, text]) => [key, text.trim()]));

/**
 * Makes writes to storage fail until the function that it returns is called. Must be called before
 * the first module is created.
 */
export function failWrites(name: string): (isFailing?: boolean) => void {
  const native = Storage.prototype.setItem;
  let isFailing = true;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...args) {
    if (isFailing) throw new DOMException('', name);
    native.apply(this, args);
  });
  return (next = false) => {
    isFailing = next;
  };
}
