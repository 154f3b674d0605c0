import { richJson, withSerializer } from '@tuffet/hooks/serializer';

const { createLocalStorage } = withSerializer(richJson);

type ReadingList = { tags: Set<string>; updatedAt: Date };
export const readingList = createLocalStorage<ReadingList>({
  storageModuleKey: 'reading-list',
  initial: { tags: new Set(), updatedAt: new Date(0) },
});
