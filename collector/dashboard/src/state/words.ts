import english from '../words/en.json';
import chinese from '../words/zh.json';
import { createFormat, type Format } from './format.ts';
import type { Language } from './language.ts';
import { usePreferences } from './preferences.ts';

/** Everything that the dashboard says. A text that one language lacks does not compile. */
export type Words = typeof english;

const WORDS: Readonly<Record<Language, Words>> = { en: english, zh: chinese };
const FORMATS: Readonly<Record<Language, Format>> = {
  en: createFormat('en'),
  zh: createFormat('zh'),
};

/** What to say, and how numbers are written, in the language of the reader. */
export function useWords(): { words: Words; format: Format } {
  const { language } = usePreferences();
  return { words: WORDS[language], format: FORMATS[language] };
}
