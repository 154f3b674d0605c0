import {
  createSessionStorage,
  type StorageHelper,
  useStorageHelper,
} from '@tuffet/hooks';

type Visit = { pages: string[]; name?: string };
const visit = createSessionStorage<Visit>({
  storageModuleKey: 'visit',
  initial: { pages: [] },
});

function resetVisit({ initialize }: Pick<StorageHelper<Visit>, 'initialize'>) {
  return initialize();
}

const helper = useStorageHelper(visit);
helper.patch({ pages: ['home'], name: 'Ada' });
resetVisit(helper);
