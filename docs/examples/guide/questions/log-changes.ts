import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

settings.storageModule.store.subscribe(() => {
  console.log(settings.helper.getStorageKey(), settings.helper.getModule());
});

useStorage(settings).theme.set('dark');
useStorage(settings).nickname.set('Ada');
