import { fill, type Language } from '../shared/language.ts';
import type { EntryResult } from './explain.ts';
import { keyOf } from './releases.ts';
import type { Scenario } from './scenario.ts';
import english from './strings/en.json';
import chinese from './strings/zh.json';

/** The UI strings. A language that lacks one doesn't compile. */
export type Strings = typeof english;

export const STRINGS: Readonly<Record<Language, Strings>> = { en: english, zh: chinese };

export function explanationOf(result: EntryResult, scenario: Scenario, language: Language): string {
  const { reason, called, calledForOther } = STRINGS[language];
  const { version, preVersion } = scenario;
  const { reported } = result;
  const call = reported === result.version ? called : calledForOther;
  // Chinese sentences aren't separated by spaces.
  const sentences = reported ? [reason[result.reason], call] : [reason[result.reason]];
  return fill(sentences.join(language === 'zh' ? '' : ' '), {
    own: result.version,
    other: keyOf(result.other ?? version),
    reported: keyOf(reported ?? version),
    version,
    pre: preVersion ?? version - 1,
    steps: new Intl.ListFormat(language).format(result.steps.map(String)),
    last: result.steps.at(-1) ?? version,
  });
}
