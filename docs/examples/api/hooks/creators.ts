import {
  richJson,
  type SerializedCreators,
  withSerializer,
} from '@tuffet/hooks/serializer';

/** What the rest of the application creates its modules with. */
const { createLocalStorage }: SerializedCreators = withSerializer(richJson);

createLocalStorage<{ since: Date }>({
  storageModuleKey: 'membership',
  initial: { since: new Date(0) },
});
