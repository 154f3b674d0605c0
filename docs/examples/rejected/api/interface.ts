import { StorageModule } from '@tuffet/core';

interface Settings {
  theme: string;
}
new StorageModule<Settings>('settings', 'local'); // [!code error]
