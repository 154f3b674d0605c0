import { createLocalStorage, useStorage } from '@tuffet/hooks';

const ratings = createLocalStorage<{ average: number }>({
  storageModuleKey: 'reproduction',
  initial: { average: 0 },
});
const { average } = useStorage(ratings);

const votes: number[] = [];
const sum = votes.reduce((total, vote) => total + vote, 0);
average.set(sum / votes.length);

console.log('expected', Number.NaN);
console.log('received', average.get());
