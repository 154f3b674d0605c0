import english from '../strings/en.json';
import chinese from '../strings/zh.json';
import { createFormat, type Format } from './format.ts';
import type { Language } from './language.ts';
import { usePreferences } from './preferences.ts';

/** The UI strings. A language with a missing string doesn't compile. */
export type Strings = typeof english;

const STRINGS: Readonly<Record<Language, Strings>> = { en: english, zh: chinese };
const FORMATS: Readonly<Record<Language, Format>> = {
  en: createFormat('en'),
  zh: createFormat('zh'),
};

/** Returns the UI strings and number formats of the selected language. */
export function useStrings(): { strings: Strings; format: Format } {
  const { language } = usePreferences();
  return { strings: STRINGS[language], format: FORMATS[language] };
}
