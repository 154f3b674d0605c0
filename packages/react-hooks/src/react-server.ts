/** For React server components, which have no state: the condition `react-server` in `exports`. */
import { refuse } from './refuse.ts';

export { createLocalStorage, createSessionStorage, TuffetError } from '@tuffet/hooks';

export const useStorage = (): never => refuse('useStorage');

export const useStorageHelper = (): never => refuse('useStorageHelper');

export const useStorageValue = (): never => refuse('useStorageValue');
