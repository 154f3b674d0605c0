import { createLocalStorage } from '@tuffet/hooks';

type Preferences = {
  editor: { tabs: number; wrap: boolean };
  filters: Record<string, boolean>;
};
export const preferences = createLocalStorage<Preferences>({
  storageModuleKey: 'preferences',
  initial: {
    editor: { tabs: 4, wrap: true },
    filters: { open: true, mine: true },
  },
  // A filter that the user has removed stays removed.
  merge: (stored, initial) => ({
    ...stored,
    editor: { ...initial.editor, ...stored.editor },
  }),
});

console.log(preferences.get());
