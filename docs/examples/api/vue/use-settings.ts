import type {
  StorageCheckers,
  StorageReactions,
  StorageRefs,
  StorageResetters,
} from '@tuffet/vue-hooks';
import { createLocalStorage, useStorage } from '@tuffet/vue-hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

function useSettings(): StorageReactions<Settings> {
  return useStorage(settings);
}

function greet(
  { nickname }: StorageRefs<Settings>,
  { containsNickname }: StorageCheckers<Settings>,
) {
  return containsNickname() ? `Hello, ${nickname.value}` : 'Hello';
}

const clearNickname = ({ resetNickname }: StorageResetters<Settings>) =>
  resetNickname();

const { refs, resetters, checkers } = useSettings();
refs.nickname.value = 'Ada';
console.log(greet(refs, checkers));
console.log(clearNickname(resetters), greet(refs, checkers));
