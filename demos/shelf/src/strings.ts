import { fill, type InspectorStrings } from '@tuffet-live/inspector';
import inspectorEnglish from '@tuffet-live/inspector/strings/en.json';
import inspectorChinese from '@tuffet-live/inspector/strings/zh.json';
import { LANGUAGES, type Language } from './language.ts';
import type { Notice } from './notices.ts';
import english from './strings/en.json';
import chinese from './strings/zh.json';

/** The UI strings. A language that lacks one doesn't compile. */
export type Strings = typeof english;

const STRINGS: Readonly<Record<Language, Strings>> = { en: english, zh: chinese };

export const stringsOf = (language: Language): Strings => STRINGS[language];

const INSPECTOR = { en: inspectorEnglish, zh: inspectorChinese };

export const inspectorStringsOf = (language: Language): InspectorStrings => ({
  ...INSPECTOR[language].entry,
  language: LANGUAGES[language].tag,
});

export const sayNotice = ({ code, key }: Notice, strings: Strings): string =>
  fill((strings.notices as Record<string, string>)[code] ?? strings.notices.other, { key, code });

/** Where the documentation explains an error; news that are none have no page. */
export function pageOf({ code }: Notice, language: Language): string | undefined {
  const prefix = language === 'zh' ? '/zh' : '';
  const isError = !['migrated', 'passed', 'roomy'].includes(code);
  return isError ? `${prefix}/guide/other/questions-and-answers.html#error-${code}` : undefined;
}
