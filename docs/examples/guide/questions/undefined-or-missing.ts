import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Profile = { nickname?: string; born?: number | null };
const profile = createLocalStorage<Profile>({
  storageModuleKey: 'profile',
  initial: {},
});

const { nickname, born } = useStorage(profile);
nickname.set('Ada');
nickname.set(undefined); // the same as nickname.reset() here
born.set(null); // a value like any other
console.log(nickname.get(), nickname.exist());
console.log(born.get(), born.exist());
