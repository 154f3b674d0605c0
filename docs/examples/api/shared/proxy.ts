import { createProxy } from '@tuffet/shared';

type Lengths = Record<string, number>;
const lengths = createProxy<object, Lengths>(
  {},
  { get: (_, name) => String(name).length },
);

console.log(lengths.tuffet, lengths.storage);
