// Words of one language for those of another: 保护 finds what English pages say about protection.
import type { SearchGlossary, SearchTerm } from '../../../../contracts/records.gen';
import { type Term, toWord, type Unit, type Word } from './query';
import { isUnspaced, keyOf, namesOf, splitText } from './words';

/** The parts of a query for a language with words of its own: those of the first also count. */
export function translateFromFirst(
  units: readonly Unit[],
  { terms }: SearchGlossary,
): readonly Unit[] {
  return joinPhrases(units, terms).map((unit) => [
    ...unit,
    ...terms
      .filter(({ words }) => words.some((phrase) => isSaidBy(keysOf(phrase), unit)))
      .map(({ wording }) => toTerm(wording)),
  ]);
}

/** The parts of a query for the first language: the words of another one also count. */
export function translateToFirst(
  units: readonly Unit[],
  { terms }: SearchGlossary,
): readonly Unit[] {
  return units.map((unit) => [
    ...unit,
    ...terms
      .filter(({ wording }) => unit.some((term) => isStretch(term, wording)))
      .flatMap(({ words }) => words.map(toTerm)),
  ]);
}

/** Words that are one term become one part: `session storage`, not `session` and `storage`. */
function joinPhrases(units: readonly Unit[], terms: readonly SearchTerm[]): Unit[] {
  const phrases = terms
    .flatMap(({ words }) => words.map(keysOf))
    .filter((keys) => keys.length > 1)
    .sort((a, b) => b.length - a.length);
  const joined: Unit[] = [];
  for (let place = 0; place < units.length; ) {
    const length =
      phrases.find((keys) => keys.every((key, offset) => isSaidBy([key], units[place + offset])))
        ?.length ?? 1;
    const unit = units.slice(place, place + length);
    joined.push(length > 1 ? [{ kind: 'all', words: unit.flat() as Word[] }] : (unit[0] as Unit));
    place += length;
  }
  return joined;
}

/** Whether a part of a query consists of these words. */
function isSaidBy(keys: readonly string[], unit: Unit | undefined): boolean {
  const [term, ...others] = unit ?? [];
  if (!term || others.length > 0 || term.kind === 'stretch') {
    return false;
  }
  const own = term.kind === 'word' ? [term] : term.words;
  return own.length === keys.length && own.every(({ key }, place) => key === keys[place]);
}

const keysOf = (phrase: string): string[] =>
  splitText(phrase).map(({ text }) => keyOf(namesOf(text)[0] ?? ''));

const isStretch = (term: Term, text: string): boolean =>
  term.kind === 'stretch' && term.text === text;

function toTerm(text: string): Term {
  const tokens = splitText(text).map((token) => token.text);
  if (tokens.some(isUnspaced)) {
    return { kind: 'stretch', text };
  }
  const words = tokens.map(toWord);
  return words.length === 1 ? (words[0] as Word) : { kind: 'all', words };
}
