import { useStorage } from '@tuffet/hooks';
import { type Serializer, withSerializer } from '@tuffet/hooks/serializer';

/** JSON in which addresses come back as URL objects. */
const withAddresses: Serializer = {
  stringify: (value) => JSON.stringify(value),
  parse: (text) =>
    JSON.parse(text, (_, value) =>
      typeof value === 'string' && URL.canParse(value) ? new URL(value) : value,
    ),
};

const { createSessionStorage } = withSerializer(withAddresses);
const tab = createSessionStorage<{ origin: URL }>({
  storageModuleKey: 'tab',
  initial: { origin: new URL('https://tuffet.example/') },
});

const { origin } = useStorage(tab);
origin.set(new URL('https://tuffet.example/guide/?from=home'));
console.log(origin.get().search);
