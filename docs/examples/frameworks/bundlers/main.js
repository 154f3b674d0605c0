import { mountDevtools } from '@tuffet/devtools';
import './app';

mountDevtools();
