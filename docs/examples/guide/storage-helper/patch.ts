import { useStorageHelper } from '@tuffet/hooks';
import { settings } from './settings';

const { patch } = useStorageHelper(settings);
const { store } = settings.storageModule;
const printEntry = () => console.log(localStorage.getItem('settings'));

printEntry();
store.subscribe(() => console.log('subscribers notified'));
patch({ theme: 'dark', fontSize: 20, nickname: 'Ada' });
printEntry();
patch({ nickname: undefined }); // removes the optional property
printEntry();
