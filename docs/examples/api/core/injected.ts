import { StorageModule, type StorageModuleConstructor } from '@tuffet/core';

function createSettings(Module: StorageModuleConstructor) {
  return new Module<{ theme: string }>('settings', 'local');
}

createSettings(StorageModule).setItem('theme', 'dark');
