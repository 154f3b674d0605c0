import { StorageModule } from '@tuffet/core';

type Visit = { last: { at: Date } };
new StorageModule<Visit>('visit', 'local'); // [!code error]
