import { useStorage, useStorageHelper } from '@tuffet/hooks';
import { settings } from './settings';

const { theme, nickname } = useStorage(settings);
theme.set('dark');
nickname.set('Ada');

theme.reset(); // back to 'light'
nickname.reset(); // removed: it has no initial value
useStorageHelper(settings).initialize(); // resets every property
