import { createLocalStorage } from '@tuffet/hooks';
import { headScript } from '@tuffet/hooks/head';

type Look = { theme: 'light' | 'dark' };

const look = createLocalStorage<Look>({ storageModuleKey: 'look', initial: { theme: 'light' } });
headScript(look, { theme: { attribute: 'data-theme', values: ['drak'] } });
