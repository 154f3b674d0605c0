import { fill, type InspectorStrings } from '@tuffet-live/inspector';
import { LANGUAGES, type Language } from './language.ts';
import type { Notice } from './notices.ts';
import english from './words/en.json';
import chinese from './words/zh.json';

/** Everything that the interface says. A text that one language lacks does not compile. */
export type Words = typeof english;

const WORDS: Readonly<Record<Language, Words>> = { en: english, zh: chinese };

export const wordsOf = (language: Language): Words => WORDS[language];

export const inspectorWordsOf = (language: Language): InspectorStrings => ({
  ...WORDS[language].inspector,
  language: LANGUAGES[language].tag,
});

export const sayNotice = ({ code, key }: Notice, words: Words): string =>
  fill((words.notices as Record<string, string>)[code] ?? words.notices.other, { key, code });

/** Where the documentation explains an error; news that are none have no page. */
export function pageOf({ code }: Notice, language: Language): string | undefined {
  const prefix = language === 'zh' ? '/zh' : '';
  const isError = !['migrated', 'passed', 'roomy'].includes(code);
  return isError ? `${prefix}/guide/other/questions-and-answers.html#error-${code}` : undefined;
}
