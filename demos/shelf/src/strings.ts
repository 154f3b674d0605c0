import { fill } from '@tuffet/devtools/inspector';
import { LANGUAGES, type Language } from './language.ts';
import type { Theme } from './modules.ts';
import type { Notice } from './notices.ts';
import english from './strings/en.json';
import chinese from './strings/zh.json';
import type { Unit } from './teas.ts';

/** The UI strings. A language that lacks one doesn't compile. */
export type Strings = typeof english;

const STRINGS: Readonly<Record<Language, Strings>> = { en: english, zh: chinese };

export const stringsOf = (language: Language): Strings => STRINGS[language];

const languages = Object.entries(LANGUAGES).map(
  ([key, { label }]) => [key as Language, label] as const,
);

/** The options of each setting, with their labels. */
export const optionsOf = (strings: Strings) => ({
  language: languages,
  theme: Object.entries(strings.themes) as [Theme, string][],
  unit: Object.entries(strings.units) as [Unit, string][],
});

export const formatNotice = ({ code, key }: Notice, strings: Strings): string =>
  fill((strings.notices as Record<string, string>)[code] ?? strings.notices.other, { key, code });

/** The documentation of an error; undefined for other notices. */
export function helpUrlOf({ code }: Notice, language: Language): string | undefined {
  const prefix = language === 'zh' ? '/zh' : '';
  const isError = !['migrated', 'bypassed', 'freed'].includes(code);
  return isError ? `${prefix}/guide/other/questions-and-answers.html#error-${code}` : undefined;
}
