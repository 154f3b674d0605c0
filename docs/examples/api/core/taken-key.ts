import { StorageModule } from '@tuffet/core';

new StorageModule<{ theme: string }>('settings', 'local');
new StorageModule<{ theme: string }>('settings', 'session');
new StorageModule<{ theme: string }>('settings', 'local'); // [!code error]
