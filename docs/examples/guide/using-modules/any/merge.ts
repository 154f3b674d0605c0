import { createLocalStorage } from '@tuffet/hooks';
import { mergeDeep } from '@tuffet/hooks/merge';

type Preferences = { editor: { tabs: number; wrap: boolean } };
export const preferences = createLocalStorage<Preferences>({
  storageModuleKey: 'preferences',
  initial: { editor: { tabs: 4, wrap: true } }, // wrap is new in app 1.5
  merge: mergeDeep,
});

console.log(preferences.get('editor'));
