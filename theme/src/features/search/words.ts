// What counts as a word. docsite makes the index by the same rules (generator/src/docsite/search/
// words.py), and contracts/search-tokens.toml holds them as cases that both run.

const UNSPACED =
  '\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff';
const LETTER = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}])`;
const TOKEN = new RegExp(`[${UNSPACED}]+|${LETTER}+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** British to American spelling, so that `initialize` also finds `initialise`. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)is(e|ed|es|ers?|ing|ations?)$/, 'iz$1'],
  [/(?<=..)our(s|ed|ing)?$/, 'or$1'],
];

/** What forms of an English word differ in; the first that fits goes. */
const ENDINGS = [
  /(?<=iz)ations?$/,
  /(?<=..[st])ions?$/,
  /(?<=...)ies$/,
  /(?<=[aeiouy].{1,9})ings?$/,
  /(?<=..[^e])ed$/,
  /(?<=....)ly$/,
  /(?<=...)es$/,
  /(?<=..[^suie])s$/,
  /(?<=..[^aeiou])y$/,
  /(?<=...)e$/,
];

/** Stand everywhere, so they are not in the index. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into ' +
    'is it its me my no not of on or our should so than that the their then there these they this ' +
    'those to us was we were what when where which who why will with would you your'
  ).split(' '),
);

/** A word and its position in a text; a run of Chinese characters is one. */
export interface Token {
  readonly text: string;
  readonly start: number;
}

export const splitText = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ text: word, start: index }));

/** Whether a word belongs to a script without spaces. */
export const isUnspaced = (word: string): boolean => IS_UNSPACED.test(word);

export const isStopWord = (name: string): boolean => STOP_WORDS.has(name);

/** How a word is written in the index: in small letters, and part by part where it has parts. */
export function namesOf(word: string): string[] {
  const parts = word.match(PART) ?? [];
  return [...new Set((parts.length > 1 ? [word, ...parts] : [word]).map(spell))];
}

function spell(word: string): string {
  let spelt = word.toLowerCase();
  for (const [spelling, american] of SPELLINGS) {
    spelt = spelt.replace(spelling, american);
  }
  return spelt;
}

/** What the forms of a word have in common; it is the beginning of each of them. */
export function keyOf(name: string): string {
  const ending = /^[a-z]{4,}$/.test(name) ? ENDINGS.find((form) => form.test(name)) : undefined;
  return ending ? name.replace(ending, '') : name;
}
