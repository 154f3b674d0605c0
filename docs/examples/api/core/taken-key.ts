import { StorageModule } from '@tuffet/core';

new StorageModule<{ theme: string }>('settings', 'local');
new StorageModule<{ theme: string }>('settings', 'session'); // same key in another storage: allowed
new StorageModule<{ theme: string }>('settings', 'local'); // [!code error]
