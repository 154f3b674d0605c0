import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { theme } = useStorage(settings);
theme.subscribe((value) => console.log('this tab shows', value));
