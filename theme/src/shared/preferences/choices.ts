import { store } from '.';

export const storeChoice = (choice: string, option: string): Promise<void> =>
  // Somebody else may have written something that is no table.
  store(({ choices }) =>
    choices.set((stored) => ({ ...(typeof stored === 'object' && stored), [choice]: option })),
  );

/** Keeps the language that the reader settled on. */
export const storeLanguage = (tag: string): Promise<void> =>
  store(({ language }) => language.set(tag));
