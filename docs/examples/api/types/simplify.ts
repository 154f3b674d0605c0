import type { Simplify } from '@tuffet/shared';

type Named = { name: string };
type Aged = { age: number };

// An editor shows { name: string; age: number } here, not Named & Aged.
const person: Simplify<Named & Aged> = { name: 'Ada', age: 36 };
