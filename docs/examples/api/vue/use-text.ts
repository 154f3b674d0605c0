import {
  createLocalStorage,
  type StorageSource,
  useStorageValue,
} from '@tuffet/vue-hooks';

type Draft = { text: string };

function useText(source: StorageSource<Draft>) {
  return useStorageValue(source, 'text');
}

const draft = createLocalStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { text: '' },
});
useText(draft).value = 'Dear';
console.log(useText(() => draft).value);
