import { StorageModule, TuffetError } from '@tuffet/core';

try {
  new StorageModule<{ theme: string }>('', 'local');
} catch (error) {
  if (error instanceof TuffetError) console.log(error.code, error.hint);
}
