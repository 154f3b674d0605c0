// Parses typed or pasted text into the parts that a section must have.
import { isStopWord, isUnspaced, keyOf, namesOf, splitText } from './words';

/** A word of a script with spaces. */
export interface Word {
  readonly kind: 'word';
  /** As it was typed. */
  readonly text: string;
  /** As it is in the index. */
  readonly name: string;
  /** The prefix that all its forms share. */
  readonly key: string;
  /** Whether longer words match, too: it is still being typed, or long enough. */
  readonly isBeginning: boolean;
}

/** Words that must be consecutive: `duplicate-key`, or a query in quotes. */
export interface Run {
  readonly kind: 'run';
  readonly words: readonly Word[];
}

/** A run of Chinese characters, which must occur in the text as it is. */
export interface Stretch {
  readonly kind: 'stretch';
  readonly text: string;
}

/** Words that must all occur, in any order. */
export interface All {
  readonly kind: 'all';
  readonly words: readonly Word[];
}

export type Term = Word | Run | All | Stretch;

/** A part of a query: the section must have one of these. */
export type Unit = readonly Term[];

export interface Query {
  readonly units: readonly Unit[];
  /** Everything that was typed, in the spelling of the index. */
  readonly name: string;
  /** All words in their order; empty if the query contains Chinese. */
  readonly phrase: Run;
  /** The words of a query that looks like an error message. Some may be the user's own. */
  readonly message: readonly string[];
  /** Whether all of it is in quotes, so that only exact matches count. */
  readonly isQuoted: boolean;
  /** The id of a heading, if the query contains an address that ends in one. */
  readonly anchor: string | undefined;
}

/** Repetitions are bounded, so that matching takes linear instead of quadratic time. */
const ADDRESS = /[a-z][a-z+.-]{0,20}:\/\/[^\s"'<>]+/gi;
const ANCHOR = /#([a-z][a-z0-9-]*)/;
/** Stack frames, and positions in files. */
const PLACES = /^[ \t]{0,20}at\s.*$|\S{0,80}\.[cm]?[jt]sx?(?::\d{1,9}){1,2}\)?/gm;
const QUOTED = /^["“”]([^"“”]+)["“”]$/;
const MESSAGE_MARKS = /["'`“”‘’[\](){}:=;]/;
const MESSAGE_WORDS = 8;
/** With punctuation, fewer words than this are code or a name. */
const MARKED_WORDS = 5;
/** Parts of a name or of an address, with nothing between them. */
const JOINER = /^[-_./:]$/;

/** Pasted text can have any length. Only its beginning is searched for. */
const MAX_INPUT = 1_000;

const BEGINNING_LENGTH = 3;
const TYPED_LENGTH = 2;

/** Chinese words that make a stretch a question. */
const QUESTION = /^(?:怎么|怎样|如何|为什么|什么是)|(?:是什么|怎么办|怎么用|吗|呢)$/g;

export function parseQuery(input: string): Query {
  const typed = input.slice(0, MAX_INPUT).normalize('NFKC').slice(0, MAX_INPUT);
  const [anchor] = (typed.match(ADDRESS) ?? []).flatMap((one) => one.match(ANCHOR)?.[1] ?? []);
  const text = typed.replace(PLACES, ' ').replace(ADDRESS, ' ');
  const quoted = text.trim().match(QUOTED)?.[1];
  const words = splitText(text).map((token) => token.text);
  const spaced = words.filter((word) => !isUnspaced(word));
  const fewest = MESSAGE_MARKS.test(text) ? MARKED_WORDS : MESSAGE_WORDS;
  const isMessage = words.length >= fewest && quoted === undefined;
  return {
    units: quoted === undefined ? splitUnits(text) : [quotedUnit(quoted)],
    name: nameOfText(text),
    phrase: { kind: 'run', words: spaced.length === words.length ? words.map(toWord) : [] },
    message: isMessage ? spaced.map(nameOf) : [],
    isQuoted: quoted !== undefined,
    anchor,
  };
}

/** Splits a query into its parts. Stop words are left out. */
function splitUnits(text: string): Unit[] {
  const units = new Map<string, Unit>();
  for (const group of groupTokens(text)) {
    const unit = isUnspaced(group[0] ?? '') ? stretchUnit(group[0] ?? '') : wordUnit(group);
    if (unit) {
      units.set(group.join(' ').toLowerCase(), unit);
    }
  }
  const isTyping = /[\p{L}\p{N}]$/u.test(text);
  return [...units.values()].map((unit, place) =>
    place === units.size - 1 && isTyping ? unit.map(asTyped) : unit,
  );
}

/** Words with only a joiner between them are one group. */
function groupTokens(text: string): string[][] {
  const groups: string[][] = [];
  let end = -1;
  for (const token of splitText(text)) {
    const isJoined =
      JOINER.test(text.slice(end, token.start)) &&
      !isUnspaced(token.text) &&
      !isUnspaced(groups.at(-1)?.[0] ?? '');
    if (isJoined) {
      groups.at(-1)?.push(token.text);
    } else {
      groups.push([token.text]);
    }
    end = token.start + token.text.length;
  }
  return groups;
}

export const stretchUnit = (text: string): Unit =>
  [...new Set([text, text.replace(QUESTION, '')])]
    .filter(Boolean)
    .map((wording) => ({ kind: 'stretch', text: wording }));

function wordUnit(group: readonly string[]): Unit | undefined {
  const words = group.map(toWord);
  const [only] = words;
  if (words.length > 1 || !only) {
    return [{ kind: 'run', words }];
  }
  return isStopWord(only.name) ? undefined : [only];
}

const quotedUnit = (text: string): Unit => {
  const tokens = splitText(text).map((token) => token.text);
  const stretch = tokens.find(isUnspaced);
  return stretch
    ? [{ kind: 'stretch', text: text.trim() }]
    : [{ kind: 'run', words: tokens.map(toWord) }];
};

export function toWord(text: string): Word {
  const name = nameOf(text);
  const isBeginning = name.length >= BEGINNING_LENGTH;
  return { kind: 'word', text, name, key: keyOf(name), isBeginning };
}

const nameOf = (word: string): string => namesOf(word)[0] ?? '';

/** The words in the spelling of the index, separated by spaces. */
export const nameOfText = (text: string): string =>
  splitText(text)
    .map((token) => nameOf(token.text))
    .join(' ');

const asTyped = (term: Term): Term =>
  term.kind === 'word' && term.name.length >= TYPED_LENGTH ? { ...term, isBeginning: true } : term;
