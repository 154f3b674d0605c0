import type { SearchFolder } from '../../../../contracts/assets.gen';
import type {
  SearchGlossary,
  SearchRecord,
  SearchSection,
} from '../../../../contracts/records.gen';
import { fetchJson } from '../../router/ask-server';
import { translateFromFirst, translateToFirst } from './glossary';
import {
  type Match,
  matchMessage,
  matchUnits,
  type PreparedSection,
  prepareSection,
} from './match';
import {
  lookUpExtras,
  lookUpMessage,
  lookUpUnits,
  parseQuery,
  type Query,
  type Unit,
} from './query';
import type { Hit, Lookup } from './ranking';
import { type Found, groupResults } from './results';
import type { Search, SearchGroup, SearchOptions } from './types';
import { type SearchWorker, startWorker } from './worker-client';

/** The index cannot be reached. It may be there the next time. */
export class SearchUnavailableError extends Error {
  override name = 'SearchUnavailableError';
}

/** Whoever searches does not wait longer. */
const TIMEOUT_MS = 15_000;

/** So many texts are looked into at once, in the reader's language and in each other one. */
const OWN_TEXTS = 14;
const OTHER_TEXTS = 6;
/** And once more for Chinese if none fits: its pairs can stand apart from each other in many. */
const MOST_ROUNDS = 2;

/** So many parts has only what was pasted. */
const MANY_UNITS = 4;
/** Whoever pastes a message looks for one section. */
const MESSAGE_TEXTS = 12;

/** An opened index, as it is on the server at this time. */
interface Opened {
  readonly record: SearchRecord;
  readonly worker: SearchWorker;
}

export function createSearch({ base, index, locale }: SearchOptions): Search {
  const folder: SearchFolder = `${base}assets/search/`;
  const files = new Map<string, Promise<unknown>>();
  let opened: Opened | undefined;

  function loadFile<T>(name: string): Promise<T> {
    const known = files.get(name) as Promise<T> | undefined;
    const file = known ?? fetchJson<T>(`${folder}${name}.json`, TIMEOUT_MS);
    if (!known) {
      files.set(name, file);
      file.catch(() => files.delete(name));
    }
    return file;
  }

  async function open(isFresh: boolean): Promise<Opened | undefined> {
    const { search: record } = await index.loadBuild({ isFresh });
    if (record && JSON.stringify(record) !== JSON.stringify(opened?.record)) {
      opened?.worker.stop();
      opened = { record, worker: startWorker(`${base}assets/workers/search.${record.worker}.js`) };
    }
    return record ? opened : undefined;
  }

  /** Forgets what may be broken, so that the next time begins anew. */
  function close(): void {
    opened?.worker.stop();
    opened = undefined;
  }

  function find(
    { record, worker }: Opened,
    tag: string,
    units: Lookup,
    extras: readonly string[] = [],
  ): Promise<readonly Hit[]> {
    const { engine, indexes } = record;
    return inTime(worker.find({ folder, engine, index: indexes[tag] ?? '', units, extras }));
  }

  async function translate(
    units: readonly Unit[],
    tag: string,
    { glossaries }: SearchRecord,
  ): Promise<readonly Unit[]> {
    const own = glossaries[tag];
    const names = own ? [own] : Object.values(glossaries);
    const known = await Promise.all(names.map((name) => loadFile<SearchGlossary>(name)));
    // Names in code are words of the first language, in whichever language they are talked about.
    const translated = known.reduce(translateToFirst, units);
    return own ? known.reduce(translateFromFirst, translated) : translated;
  }

  /** Looks into the texts of sections, a few at a time, until enough of them fit. */
  async function examine(
    hits: readonly Hit[],
    most: number,
    match: (section: PreparedSection) => Match | undefined,
    rounds = 1,
  ): Promise<Found[]> {
    const found: Found[] = [];
    for (let round = 0; round < rounds && found.length === 0; round++) {
      const some = hits.slice(round * most, (round + 1) * most);
      const sections = await Promise.all(some.map(({ id }) => loadFile<SearchSection>(id)));
      for (const [place, section] of sections.entries()) {
        const prepared = prepareSection(section);
        const fitting = match(prepared);
        if (fitting) {
          found.push({ ...fitting, prepared, score: (some[place]?.score ?? 0) * fitting.fit });
        }
      }
    }
    return found;
  }

  async function searchIn(
    tag: string,
    query: Query,
    opened: Opened,
    most: number,
  ): Promise<SearchGroup[]> {
    if (!opened.record.indexes[tag]) {
      return [];
    }
    const units = await translate(query.units, tag, opened.record);
    const lookup = lookUpUnits(units);
    const hits = await find(opened, tag, lookup, lookUpExtras(query));
    const whole = hits.filter(({ count }) => count === lookup.length);
    const rounds = query.units.flat().some(({ kind }) => kind === 'stretch') ? MOST_ROUNDS : 1;
    let found = await examine(whole, most, (section) => matchUnits(section, units, query), rounds);
    if (found.length === 0 && query.message.length > 0) {
      const some = await find(opened, tag, lookUpMessage(query));
      found = await examine(some, MESSAGE_TEXTS, (section) => matchMessage(section, query));
    }
    return groupResults(found, tag, query.anchor);
  }

  async function searchAll(query: Query, isFresh: boolean): Promise<SearchGroup[]> {
    const current = await open(isFresh);
    if (!current) {
      return [];
    }
    const own = locale();
    const others = Object.keys(current.record.indexes).filter((tag) => tag !== own);
    const inOwn = searchIn(own, query, current, OWN_TEXTS);
    // A message is the same in all languages, and its many words cost many files.
    if (query.units.length > MANY_UNITS && (await inOwn).length > 0) {
      return inOwn;
    }
    const inOthers = others.map((tag) => searchIn(tag, query, current, OTHER_TEXTS));
    return (await Promise.all([inOwn, ...inOthers])).flat();
  }

  /** Once more when the first try fails: the site may have been published anew meanwhile. */
  async function tryTwice(query: Query): Promise<SearchGroup[]> {
    try {
      return await searchAll(query, false);
    } catch {
      close();
    }
    try {
      return await searchAll(query, true);
    } catch (cause) {
      close();
      throw new SearchUnavailableError('The search index cannot be reached.', { cause });
    }
  }

  return {
    async search(input, signal) {
      signal?.throwIfAborted();
      const query = parseQuery(input);
      const groups = query.units.length > 0 ? await tryTwice(query) : [];
      signal?.throwIfAborted();
      return groups;
    },
    warm() {
      open(false)
        .then((current) => {
          const tags = Object.keys(current?.record.indexes ?? {});
          return Promise.all(tags.map((tag) => current && find(current, tag, [])));
        })
        .catch(() => {}); // whoever searches will be told
    },
  };
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer in time.')), TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
