import { useStorage } from '@tuffet/hooks';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';

type Visit = { lastSeen: Date; tags: Set<string>; views?: bigint };
const { createLocalStorage } = withSerializer(richJson);
const visit = createLocalStorage<Visit>({
  storageModuleKey: 'visit',
  initial: { lastSeen: new Date(0), tags: new Set() },
});

const { lastSeen, tags } = useStorage(visit);
tags.set(new Set(['new']));
console.log(lastSeen.get().getTime(), tags.get().has('new'));
