import {
  richJson,
  type SerializedCreators,
  withSerializer,
} from '@tuffet/hooks/serializer';

const { createLocalStorage }: SerializedCreators = withSerializer(richJson);

createLocalStorage<{ since: Date }>({
  storageModuleKey: 'membership',
  initial: { since: new Date(0) },
});
