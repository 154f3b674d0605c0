import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Profile = { nickname?: string; avatar?: string | null };
const profile = createLocalStorage<Profile>({
  storageModuleKey: 'profile',
  initial: {},
});

const { nickname, avatar } = useStorage(profile);
nickname.set('Ada');
nickname.set(undefined); // removes it, as nickname.reset() does
avatar.set(null); // stored like any other value
console.log(nickname.get(), nickname.exist());
console.log(avatar.get(), avatar.exist());
