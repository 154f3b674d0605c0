import { createLocalStorage } from '@tuffet/hooks';

type Score = { points: bigint };
createLocalStorage<Score>({
  storageModuleKey: 'score',
  initial: { points: 0n },
}); // [!code error]
