import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { theme } = useStorage(settings);
console.log(theme.get());
console.log(theme.set('dark'), theme.get());
