import { createLocalStorage, type StoredValue } from '@tuffet/hooks';

type Editor = { tabs: number; wrap: boolean };
type Preferences = { editor: Editor; filters: Record<string, boolean> };

function mergeEditor(
  stored: StoredValue<Editor> | undefined,
  initial: Editor,
): Editor {
  return { ...initial, ...stored };
}

export const preferences = createLocalStorage<Preferences>({
  storageModuleKey: 'preferences',
  initial: {
    editor: { tabs: 4, wrap: true },
    filters: { open: true, mine: true },
  },
  // A filter that the user has removed stays removed.
  merge: (stored, initial) => ({
    ...stored,
    editor: mergeEditor(stored.editor, initial.editor),
  }),
});

console.log(preferences.get());
