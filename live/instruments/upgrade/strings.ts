import { fill, type Language } from '../shared/language.ts';
import type { EntryStory } from './explain.ts';
import { keyOf } from './releases.ts';
import type { Scenario } from './scenario.ts';
import english from './strings/en.json';
import chinese from './strings/zh.json';

/** The UI strings. A language that lacks one doesn't compile. */
export type Strings = typeof english;

export const STRINGS: Readonly<Record<Language, Strings>> = { en: english, zh: chinese };

/** Why an entry fared as it did, in one sentence or two. */
export function sentenceFor(story: EntryStory, scenario: Scenario, language: Language): string {
  const { reason } = STRINGS[language];
  const { version, preVersion } = scenario;
  return fill(reason[story.reason], {
    own: story.version,
    other: keyOf(story.other ?? version),
    version,
    pre: preVersion ?? version - 1,
    steps: new Intl.ListFormat(language).format(story.steps.map(String)),
    last: story.steps.at(-1) ?? version,
  });
}
