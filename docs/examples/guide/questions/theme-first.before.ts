import { useStorage } from '@tuffet/hooks';
import { settings } from './settings';

useStorage(settings).theme.set('dark');
