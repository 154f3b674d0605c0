// The index of one language: fetches the files that a query needs.
import type {
  SearchIndex,
  SearchSpellings,
  SearchTexts,
  SearchWords,
} from '../../../../contracts/records.gen';
import { type PreparedSection, prepareSection } from './match';
import { prepareSynonyms, type Synonym } from './synonyms';
import { keyOf } from './words';

/** A word to look up. */
export interface IndexWord {
  readonly name: string;
  /** The prefix that all its forms share. */
  readonly key: string;
  /** Whether longer words match, too. */
  readonly isBeginning: boolean;
}

/** The score of each section that has a word, by the number of the section. */
export type Scores = ReadonlyMap<number, number>;

/** Loads a file of the index by its name. */
export type LoadFile = <T>(name: string) => Promise<T>;

/** The weight of another form of a word, and of a longer word. */
const OTHER_FORM = 0.9;
const LONGER = 0.6;

/** Words with the same beginning can be spread over files; the first ones have the shortest words. */
const MOST_FILES = 3;

/** The number of the file of a section, and its position there. */
interface Place {
  readonly page: number;
  readonly file: number;
  readonly position: number;
}

export class LanguageIndex {
  /** By the number of the section. */
  readonly #places: readonly Place[];
  readonly #sections = new Map<number, Promise<PreparedSection>>();
  readonly synonyms: readonly Synonym[];

  constructor(
    readonly language: string,
    readonly record: SearchIndex,
    readonly load: LoadFile,
  ) {
    this.synonyms = prepareSynonyms(record.synonyms);
    const pages = record.pageFiles.flatMap((count, page) => Array<number>(count).fill(page));
    this.#places = record.textCounts.flatMap((count, file) =>
      Array.from({ length: count }, (_, position) => ({ page: pages[file] ?? -1, file, position })),
    );
  }

  /** The number of sections. */
  get size(): number {
    return this.#places.length;
  }

  /** The number of the page of a section. */
  pageOf(section: number): number {
    return this.#places[section]?.page ?? -1;
  }

  /** The weight of the page of a section. */
  weigh(section: number): number {
    return this.record.textWeights[this.#places[section]?.file ?? 0] ?? 1;
  }

  /** The sections with a word, scored by its weight in them. */
  async find(word: IndexWord): Promise<Scores> {
    const beginning = word.isBeginning ? word.key : word.name;
    const files = filesFor(beginning, this.record.firstWords);
    const loaded = await Promise.all(files.map((file) => this.load<SearchWords>(`words-${file}`)));
    const scores = new Map<number, number>();
    for (const [name, sections] of loaded.flatMap(({ words }) => Object.entries(words))) {
      const form = name.startsWith(beginning) ? rateForm(name, word) : 0;
      if (form > 0) {
        this.#addScores(scores, sections, form);
      }
    }
    return scores;
  }

  #addScores(scores: Map<number, number>, sections: readonly number[], form: number): void {
    const { weights } = this.record;
    let section = 0;
    for (const number of sections) {
      section += Math.floor(number / weights.length);
      const score = form * (weights[number % weights.length] ?? 0);
      scores.set(section, Math.max(score, scores.get(section) ?? 0));
    }
  }

  /** A section by its number, ready to be compared with a query. */
  section(number: number): Promise<PreparedSection> {
    const known = this.#sections.get(number) ?? this.#loadSection(number);
    this.#sections.set(number, known);
    return known;
  }

  async #loadSection(number: number): Promise<PreparedSection> {
    const { file, position } = this.#places[number] ?? { file: -1, position: -1 };
    const { page, title, sections } = await this.load<SearchTexts>(`texts-${file}`);
    const section = sections[position];
    if (!section) {
      throw new RangeError(`There is no section ${number}.`);
    }
    const path = section.id ? `${page}#${section.id}` : page;
    return prepareSection({ ...section, path, page, title });
  }

  /** Words with the same first letter, the most frequent first. */
  async spellings(letter: string): Promise<readonly string[]> {
    const file = this.record.letters.indexOf(letter);
    return file < 0 ? [] : (await this.load<SearchSpellings>(`spellings-${file}`)).words;
  }
}

function rateForm(name: string, word: IndexWord): number {
  if (name === word.name) {
    return 1;
  }
  if (!word.isBeginning) {
    return 0;
  }
  if (keyOf(name) === word.key) {
    return OTHER_FORM;
  }
  return name.startsWith(word.name) ? LONGER : 0;
}

/** The numbers of the files that can have words with a beginning. */
export function filesFor(beginning: string, firstWords: readonly string[]): number[] {
  const after = firstWords.findIndex((first) => first > beginning);
  const start = Math.max(0, (after < 0 ? firstWords.length : after) - 1);
  return [...firstWords.keys()]
    .slice(start, start + MOST_FILES)
    .filter((file) => file === start || firstWords[file]?.startsWith(beginning));
}
