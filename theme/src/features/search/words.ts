// Splits text into words. docsite builds the index by the same rules (generator/src/docsite/search/
// words.py). Both run the test cases of contracts/search-tokens.toml.

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

/** Endings of English word forms. Only the first match is removed. */
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

/** Too common to be useful: only headings are indexed with them. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into ' +
    'is it its me my no not of on or our should so than that the their then there these they this ' +
    'those to us was we were what when where which who why will with would you your'
  ).split(' '),
);

/** A word and its position. A run of Chinese characters counts as one word. */
export interface Token {
  readonly text: string;
  readonly start: number;
}

export const splitText = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ text: word, start: index }));

/** Whether a word belongs to a script without spaces. */
export const isUnspaced = (word: string): boolean => IS_UNSPACED.test(word);

export const isStopWord = (name: string): boolean => STOP_WORDS.has(name);

/** The spellings of a word in the index: lower case, and also the parts of a camelCase name. */
export function namesOf(word: string): string[] {
  const parts = word.match(PART) ?? [];
  return [...new Set((parts.length > 1 ? [word, ...parts] : [word]).map(spell))];
}

function spell(word: string): string {
  let result = word.toLowerCase();
  for (const [british, american] of SPELLINGS) {
    result = result.replace(british, american);
  }
  return result;
}

/** The prefix that all forms of a word share. */
export function keyOf(name: string): string {
  const ending = /^[a-z]{4,}$/.test(name) ? ENDINGS.find((form) => form.test(name)) : undefined;
  return ending ? name.replace(ending, '') : name;
}
