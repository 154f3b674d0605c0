import english from '../words/en.json';
import chinese from '../words/zh.json';
import { createFormat, type Format } from './format.ts';
import type { Language } from './language.ts';
import { usePreferences } from './preferences.ts';

/** The UI strings. A language that lacks one doesn't compile. */
export type Strings = typeof english;

const STRINGS: Readonly<Record<Language, Strings>> = { en: english, zh: chinese };
const FORMATS: Readonly<Record<Language, Format>> = {
  en: createFormat('en'),
  zh: createFormat('zh'),
};

/** The UI strings and number formats of the chosen language. */
export function useStrings(): { strings: Strings; format: Format } {
  const { language } = usePreferences();
  return { strings: STRINGS[language], format: FORMATS[language] };
}
