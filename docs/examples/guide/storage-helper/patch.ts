import { useStorageHelper } from '@tuffet/hooks';
import { settings } from './settings';

const { patch } = useStorageHelper(settings);
const printEntry = () => console.log(localStorage.getItem('settings'));

printEntry();
settings.subscribe(() => console.log('subscriber called'));
patch({ theme: 'dark', fontSize: 20, nickname: 'Ada' });
printEntry();
patch({ nickname: undefined }); // removes the optional property
printEntry();
