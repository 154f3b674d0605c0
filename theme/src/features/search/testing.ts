import type { SearchSynonym } from '../../../../contracts/records.gen';
import { LanguageIndex } from './language-index';
import type { Term, Unit } from './query';

const WEIGHTS = [4, 1];

/** An index of sections without text. Words have the number of sections by the position of a weight. */
export function makeIndex(
  words: Readonly<Record<string, Readonly<Record<number, number>>>>,
  synonyms: readonly SearchSynonym[] = [],
  spellings: readonly string[] = [],
): LanguageIndex {
  const encoded = Object.entries(words).map(([word, counts]) => [word, encode(counts)]);
  const files: Record<string, unknown> = {
    'words-0': { words: Object.fromEntries(encoded) },
    'spellings-0': { words: spellings },
  };
  const record = {
    files: '',
    weights: WEIGHTS,
    firstWords: [''],
    textCounts: [10],
    textWeights: [1],
    pageFiles: [1],
    letters: spellings.slice(0, 1).map((word) => word.slice(0, 1)),
    synonyms,
    suggestions: [],
  };
  return new LanguageIndex('en-US', record, async <T>(name: string) => files[name] as T);
}

/** Consecutive sections from the first on. */
function encode(counts: Readonly<Record<number, number>>): number[] {
  const positions = Object.entries(counts).flatMap(([position, count]) =>
    Array.from({ length: count }, () => Number(position)),
  );
  return positions.map((position, section) => (section > 0 ? WEIGHTS.length : 0) + position);
}

export interface SamplePage {
  readonly path: string;
  readonly title: string;
  /** The text of each section, keyed by its heading. The id is the heading in lower case. */
  readonly sections: Readonly<Record<string, string>>;
}

/** An index of pages, with a file for every two sections. The weight of all words is the same. */
export function indexPages(pages: readonly SamplePage[], language = 'en-US'): LanguageIndex {
  const files: Record<string, unknown> = {};
  const postings = new Map<string, number[]>();
  const last = new Map<string, number>();
  const textCounts: number[] = [];
  const pageFiles: number[] = [];
  let number = 0;
  for (const { path, title, sections } of pages) {
    const entries = Object.entries(sections);
    pageFiles.push(Math.ceil(entries.length / SECTIONS_PER_FILE));
    for (let start = 0; start < entries.length; start += SECTIONS_PER_FILE) {
      const some = entries.slice(start, start + SECTIONS_PER_FILE);
      files[`texts-${textCounts.length}`] = {
        page: path,
        title,
        sections: some.map(([heading, text]) => ({
          id: heading.toLowerCase(),
          heading,
          parents: [],
          text,
        })),
      };
      textCounts.push(some.length);
    }
    for (const [heading, text] of entries) {
      const words = `${title} ${heading} ${text}`.toLowerCase().match(/\w+/g) ?? [];
      for (const word of new Set(words)) {
        postings.set(word, [...(postings.get(word) ?? []), number - (last.get(word) ?? 0)]);
        last.set(word, number);
      }
      number++;
    }
  }
  files['words-0'] = { words: Object.fromEntries([...postings].sort()) };
  const record = {
    files: '',
    weights: [1],
    firstWords: [''],
    textCounts,
    textWeights: textCounts.map(() => 1),
    pageFiles,
    letters: [],
    synonyms: [],
    suggestions: [],
  };
  return new LanguageIndex(language, record, async <T>(name: string) => files[name] as T);
}

const SECTIONS_PER_FILE = 2;

/** Formats the terms of each unit. */
export const formatUnits = (units: readonly Unit[]): string[] =>
  units.map((unit) => unit.map(formatTerm).join('|'));

function formatTerm(term: Term): string {
  switch (term.kind) {
    case 'word':
      return term.name;
    case 'stretch':
      return term.text;
    default:
      return `${term.kind}(${term.words.map(({ name }) => name).join(' ')})`;
  }
}
