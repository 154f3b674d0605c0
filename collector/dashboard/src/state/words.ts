import english from '../words/en.json';
import chinese from '../words/zh.json';
import { createFormat, type Format } from './format.ts';
import type { Language } from './language.ts';
import { usePreferences } from './preferences.ts';

/** All strings. If a language lacks one, the compiler reports an error. */
export type Words = typeof english;

const WORDS: Readonly<Record<Language, Words>> = { en: english, zh: chinese };
const FORMATS: Readonly<Record<Language, Format>> = {
  en: createFormat('en'),
  zh: createFormat('zh'),
};

/** Strings and formats in the language of the user. */
export function useWords(): { words: Words; format: Format } {
  const { language } = usePreferences();
  return { words: WORDS[language], format: FORMATS[language] };
}
