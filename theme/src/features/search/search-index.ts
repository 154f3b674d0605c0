import type { SearchFolder } from '../../../../contracts/assets.gen';
import type { SearchGlossary, SearchRecord } from '../../../../contracts/records.gen';
import { fetchJson } from '../../router/ask-server';
import { cached } from '../../shared/cached';
import { startWorker, type WorkerClient } from '../../shared/worker-client';
import { translateFromFirst, translateToFirst } from './glossary';
import type { Unit } from './query';
import type { Hit, Lookup, Request, Response } from './ranking';

const TIMEOUT_MS = 15_000;

/** One version of the search index on the server, and the worker that reads it. */
export class SearchIndex {
  readonly languages: readonly string[];
  readonly #folder: SearchFolder;
  readonly #worker: WorkerClient<Request, Response>;
  readonly #files = new Map<string, Promise<unknown>>();

  constructor(
    readonly record: SearchRecord,
    base: string,
  ) {
    this.languages = Object.keys(record.indexes);
    this.#folder = `${base}assets/search/`;
    this.#worker = startWorker(`${base}assets/workers/search.${record.worker}.js`);
  }

  /** Ranks the sections in a language by the words of the index they contain. */
  async find(
    language: string,
    units: Lookup,
    extras: readonly string[] = [],
  ): Promise<readonly Hit[]> {
    const { engine, indexes } = this.record;
    const index = indexes[language] ?? '';
    const request = { folder: this.#folder, engine, index, units, extras };
    const response = await this.#worker.send(request, TIMEOUT_MS);
    if ('error' in response) {
      throw new Error(response.error);
    }
    return response.hits;
  }

  loadFile<T>(name: string): Promise<T> {
    return cached(this.#files, name, () => fetchJson<T>(`${this.#folder}${name}.json`, TIMEOUT_MS));
  }

  /** Adds the terms of the glossary that mean the same in a language. */
  async translate(units: readonly Unit[], language: string): Promise<readonly Unit[]> {
    const { glossaries } = this.record;
    const own = glossaries[language];
    const names = own ? [own] : Object.values(glossaries);
    const known = await Promise.all(names.map((name) => this.loadFile<SearchGlossary>(name)));
    // Names in code are words of the first language, on pages of every language.
    const translated = known.reduce(translateToFirst, units);
    return own ? known.reduce(translateFromFirst, translated) : translated;
  }

  close(): void {
    this.#worker.stop();
  }
}
