import { useStorageHelper } from '@tuffet/hooks';
import { settings } from './settings';

const { patch } = useStorageHelper(settings);
const { store } = settings.storageModule;
const show = () => console.log(localStorage.getItem('settings'));

show();
store.subscribe(() => console.log('something changed'));
patch({ theme: 'dark', fontSize: 20, nickname: 'Ada' });
show();
patch({ nickname: undefined }); // removes an optional property
show();
