/** For React server components, which have no state: the condition `react-server` in `exports`. */
export { createLocalStorage, createSessionStorage, TuffetError } from '@tuffet/hooks';

function refuse(hook: string): never {
  throw new Error(
    `[tuffet] ${hook} only works in client components. Add 'use client' at the top of the file that calls it.`,
  );
}

export const useStorage = (): never => refuse('useStorage');

export const useStorageHelper = (): never => refuse('useStorageHelper');

export const useStorageValue = (): never => refuse('useStorageValue');
