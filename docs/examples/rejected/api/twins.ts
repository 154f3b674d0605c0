import { createLocalStorage } from '@tuffet/hooks';

type Links = { url: string; Url: string };
createLocalStorage<Links>({
  storageModuleKey: 'links',
  initial: { url: '', Url: '' },
}); // [!code error]
