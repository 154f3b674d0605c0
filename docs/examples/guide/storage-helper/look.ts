import { useStorage, useStorageHelper } from '@tuffet/hooks';
import { settings } from './settings';

const { nickname } = useStorage(settings);
const { size, contains } = useStorageHelper(settings);

console.log(size(), contains('nickname'));
nickname.set('Ada');
console.log(size(), contains('nickname'));
