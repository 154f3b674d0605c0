import { createLocalStorage } from '@tuffet/react-hooks';

export type Profile = { nickname: string; city?: string };
export const profile = createLocalStorage<Profile>({
  storageModuleKey: 'profile',
  initial: { nickname: 'Ada' },
});
