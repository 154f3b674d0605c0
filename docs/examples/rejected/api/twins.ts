import { StorageModule } from '@tuffet/core';

type Links = { url: string; Url: string };
new StorageModule<Links>('links', 'local'); // [!code error]
