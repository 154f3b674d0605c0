// Other words for those of a query: synonyms, and terms of the glossary in another language.
import type { SearchSynonym } from '../../../../contracts/records.gen';
import { type Term, toWord, type Unit, type Word } from './query';
import { isStopWord, isUnspaced, keyOf, namesOf, splitText } from './words';

/** A phrase with its meanings, ready to be compared with a query. */
export interface Synonym {
  readonly phrase: string;
  /** The keys of its words; undefined if it has characters of a script without spaces. */
  readonly keys: readonly string[] | undefined;
  readonly meanings: readonly Term[];
}

export const prepareSynonyms = (synonyms: readonly SearchSynonym[]): Synonym[] =>
  synonyms.flatMap(({ words, meanings }) => {
    const terms = meanings.map(toTerm);
    return words.map((phrase) => ({ phrase, keys: keysOf(phrase), meanings: terms }));
  });

/** The parts of a query, with their synonyms as alternatives. */
export const addSynonyms = (units: readonly Unit[], synonyms: readonly Synonym[]): Unit[] =>
  joinPhrases(units, synonyms).map((unit) => [
    ...unit,
    // Two phrases of a synonym can be forms of one word.
    ...new Set(
      synonyms.filter((synonym) => isSaidBy(synonym, unit)).flatMap(({ meanings }) => meanings),
    ),
  ]);

/** Words that are one term become one part: `session storage`, not `session` and `storage`. */
function joinPhrases(units: readonly Unit[], synonyms: readonly Synonym[]): Unit[] {
  const phrases = synonyms
    .flatMap(({ keys }) => (keys && keys.length > 1 ? [keys] : []))
    .sort((a, b) => b.length - a.length);
  const joined: Unit[] = [];
  for (let place = 0; place < units.length; ) {
    const length =
      phrases.find((keys) => keys.every((key, offset) => hasKeys([key], units[place + offset])))
        ?.length ?? 1;
    const unit = units.slice(place, place + length);
    joined.push(length > 1 ? [{ kind: 'all', words: unit.flat() as Word[] }] : (unit[0] as Unit));
    place += length;
  }
  return joined;
}

/** Whether a part of a query consists of this phrase. */
const isSaidBy = ({ phrase, keys }: Synonym, unit: Unit): boolean =>
  keys ? hasKeys(keys, unit) : unit.some((term) => term.kind === 'stretch' && term.text === phrase);

function hasKeys(keys: readonly string[], unit: Unit | undefined): boolean {
  const [term, ...others] = unit ?? [];
  if (!term || others.length > 0 || term.kind === 'stretch') {
    return false;
  }
  const own = term.kind === 'word' ? [term] : term.words;
  return own.length === keys.length && own.every(({ key }, place) => key === keys[place]);
}

function keysOf(phrase: string): string[] | undefined {
  const words = splitText(phrase).map(({ text }) => text);
  const names = words.map((word) => namesOf(word)[0] ?? '');
  // Queries are compared without stop words.
  return words.some(isUnspaced) ? undefined : names.filter((name) => !isStopWord(name)).map(keyOf);
}

function toTerm(text: string): Term {
  const words = splitText(text).map((token) => token.text);
  if (words.some(isUnspaced)) {
    return { kind: 'stretch', text };
  }
  const [only, ...others] = words.map(toWord);
  return only && others.length === 0 ? only : { kind: 'all', words: words.map(toWord) };
}
