import { StorageModule } from '@tuffet/core';
import { closeStore } from '@tuffet/core/adapter';

type Page = { zoom?: number };
const page = new StorageModule<Page>('page-7', 'local');
page.setItem('zoom', 2);
closeStore(page.store, 'page-7');

const again = new StorageModule<Page>('page-7', 'local');
console.log(again.getItem('zoom'));
