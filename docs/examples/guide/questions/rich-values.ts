import { useStorage } from '@tuffet/hooks';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';

type Diary = { day: Date; tags: Set<string>; steps?: bigint };
const { createLocalStorage } = withSerializer(richJson);
const diary = createLocalStorage<Diary>({
  storageModuleKey: 'diary',
  initial: { day: new Date(0), tags: new Set() },
});

const { day, tags } = useStorage(diary);
tags.set(new Set(['rain']));
console.log(day.get().getTime(), tags.get().has('rain'));
