import { useStorage } from '@tuffet/hooks';
import { type Serializer, withSerializer } from '@tuffet/hooks/serializer';

/** JSON that restores URLs as URL objects. */
const urlJson: Serializer = {
  stringify: (value) => JSON.stringify(value),
  parse: (text) =>
    JSON.parse(text, (_, value) =>
      typeof value === 'string' && URL.canParse(value) ? new URL(value) : value,
    ),
};

const { createSessionStorage } = withSerializer(urlJson);
const tab = createSessionStorage<{ referrer: URL }>({
  storageModuleKey: 'tab',
  initial: { referrer: new URL('https://tuffet.example/') },
});

const { referrer } = useStorage(tab);
referrer.set(new URL('https://tuffet.example/guide/?from=home'));
console.log(referrer.get().search);
