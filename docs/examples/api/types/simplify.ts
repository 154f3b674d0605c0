import type { Simplify } from '@tuffet/shared';

type Named = { name: string };
type Aged = { age: number };

// Editors show { name: string; age: number }, not Named & Aged.
const person: Simplify<Named & Aged> = { name: 'Ada', age: 36 };
