import { useStorage } from '@tuffet/hooks';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';

type Visit = { last: Date; pages: Map<string, number>; total: bigint };
const { createLocalStorage } = withSerializer(richJson);
const visit = createLocalStorage<Visit>({
  storageModuleKey: 'visit',
  initial: { last: new Date(0), pages: new Map(), total: 0n },
});

const { last, pages, total } = useStorage(visit);
pages.set(new Map([['home', 2]]));
total.set((previous) => previous + 1n);
console.log(last.get().getUTCFullYear(), pages.get().get('home'), total.get());
