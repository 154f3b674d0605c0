import { useStorageHelper } from '@tuffet/hooks';
import { settings } from './settings';

const { initialize, patch } = useStorageHelper(settings);
const printEntry = () => console.log(localStorage.getItem('settings'));

patch({ theme: 'dark', nickname: 'Ada' });
printEntry();
initialize();
printEntry();
