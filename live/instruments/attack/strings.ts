import type { Language } from '../shared/language.ts';
import english from './strings/en.json';
import chinese from './strings/zh.json';

/** The UI strings. A language that lacks one doesn't compile. */
export type Strings = typeof english;

export const STRINGS: Readonly<Record<Language, Strings>> = { en: english, zh: chinese };
