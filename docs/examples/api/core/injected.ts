import { StorageModule, type StorageModuleConstructor } from '@tuffet/core';

/** Takes the class, so that a test can pass one of its own. */
function openSettings(Module: StorageModuleConstructor) {
  return new Module<{ theme: string }>('settings', 'local');
}

openSettings(StorageModule).setItem('theme', 'dark');
