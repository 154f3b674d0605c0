import type { AssetUrl, SearchFolder } from '../../../../contracts/assets.gen';
import type { SearchIndex, SearchRecord } from '../../../../contracts/records.gen';
import { fetchJson } from '../../router/ask-server';
import { cached } from '../../shared/cached';
import { LanguageIndex } from './language-index';

const TIMEOUT_MS = 15_000;

/** One version of the search index on the server. */
export class SiteIndexes {
  readonly languages: readonly string[];
  readonly #folder: SearchFolder;
  readonly #files = new Map<string, Promise<unknown>>();
  readonly #indexes = new Map<string, Promise<unknown>>();

  constructor(
    readonly record: SearchRecord,
    base: string,
  ) {
    this.languages = Object.keys(record.indexes);
    this.#folder = `${base}assets/search/`;
  }

  open(language: string): Promise<LanguageIndex> {
    return cached(this.#indexes, language, async () => {
      const hash = this.record.indexes[language] ?? '';
      const address = `${this.#folder}${hash}.json` as const;
      const record = await fetchJson<SearchIndex>(address, TIMEOUT_MS);
      return new LanguageIndex(language, record, (name) =>
        this.#load(`${this.#folder}${record.files}/${name}.json`),
      );
    });
  }

  #load<T>(address: AssetUrl): Promise<T> {
    return cached(this.#files, address, () => fetchJson<T>(address, TIMEOUT_MS));
  }
}
