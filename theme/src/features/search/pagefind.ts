// Calls Pagefind's WebAssembly. Its own script does the same and much more, in ten times the bytes;
// this is written for the version that generator/pyproject.toml names.

type Text = [start: number, length: number];

/** The parts of the module that we use. An index is the number of a place in its memory. */
interface Module {
  readonly memory: WebAssembly.Memory;
  readonly __wbindgen_externrefs: WebAssembly.Table;
  __wbindgen_malloc(size: number, align: number): number;
  __wbindgen_free(start: number, length: number, align: number): void;
  __wbindgen_start(): void;
  init_pagefind(...meta: Text): number;
  load_index_chunk(index: number, ...chunk: Text): number;
  set_ranking_weights(index: number, ...weights: Text): number;
  search(
    index: number,
    ...queryOriginalFilterSort: [...Text, ...Text, ...Text, ...Text, exact: number, marks: number]
  ): Text;
}

/** An index that has been opened. */
export interface PagefindIndex {
  /** Adds words, with the sections that hold them. */
  load(chunk: Uint8Array): void;
  /** The sections that hold a word or, without its end, one that begins so; with their scores. */
  search(word: string): Map<string, number>;
}

export type OpenIndex = (meta: Uint8Array) => PagefindIndex;

interface Found {
  readonly results: readonly { readonly p: string; readonly s: number }[];
}

/** A section is mostly about what its heading says, however long or short it is. */
const WEIGHTS = JSON.stringify({
  page_length: 0.3,
  term_frequency: 0.2,
  term_saturation: 2,
});

export async function startPagefind(program: ArrayBuffer): Promise<OpenIndex> {
  const imports = { './pagefind_web_bg.js': { __wbindgen_init_externref_table: () => {} } };
  const { instance } = await WebAssembly.instantiate(program, imports);
  const module = instance.exports as unknown as Module;
  module.__wbindgen_start();
  const decoder = new TextDecoder();

  function pass(bytes: Uint8Array): Text {
    const start = module.__wbindgen_malloc(bytes.length, 1);
    new Uint8Array(module.memory.buffer).set(bytes, start);
    return [start, bytes.length];
  }

  const passText = (text: string): Text => pass(new TextEncoder().encode(text));

  function takeText([start, length]: Text): string {
    const text = decoder.decode(new Uint8Array(module.memory.buffer, start, length));
    module.__wbindgen_free(start, length, 1);
    return text;
  }

  /** It gives no reasons, and the place 0 instead of an index. */
  function check(index: number): number {
    if (!index) {
      throw new Error('Pagefind cannot read the index.');
    }
    return index;
  }

  return (meta) => {
    let index = check(module.init_pagefind(...pass(meta)));
    index = check(module.set_ranking_weights(index, ...passText(WEIGHTS)));
    return {
      load(chunk) {
        index = check(module.load_index_chunk(index, ...pass(chunk)));
      },
      search(word) {
        const [query, original, filter, sort] = [word, word, '{}', ''].map(passText) as Text[];
        const found = module.search(
          index,
          ...(query as Text),
          ...(original as Text),
          ...(filter as Text),
          ...(sort as Text),
          0,
          0,
        );
        const { results }: Found = JSON.parse(takeText(found));
        return new Map(results.map(({ p, s }) => [p, s]));
      },
    };
  };
}
