import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

const { theme } = useStorage(settings);
theme.subscribe((now) => console.log('this tab shows', now));
