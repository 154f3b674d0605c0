// Calls Pagefind's WebAssembly. Its own script does the same and much more, in ten times the bytes;
// this is written for the version that generator/pyproject.toml names.

type Text = [start: number, length: number];

/** The exports that we use. An index is an address in the memory of the module. */
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

export interface PagefindIndex {
  /** Adds words with their sections. */
  load(chunk: Uint8Array): void;
  /** The scores of the sections with a word, or, without its end mark, with words that start so. */
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
  return (meta) => openIndex(module, meta);
}

function openIndex(module: Module, meta: Uint8Array): PagefindIndex {
  const passText = (text: string): Text => pass(module, new TextEncoder().encode(text));
  let index = check(module.init_pagefind(...pass(module, meta)));
  index = check(module.set_ranking_weights(index, ...passText(WEIGHTS)));
  return {
    load(chunk) {
      index = check(module.load_index_chunk(index, ...pass(module, chunk)));
    },
    search(word) {
      const [query, original] = [passText(word), passText(word)];
      const [filter, sort] = [passText('{}'), passText('')];
      const found = module.search(index, ...query, ...original, ...filter, ...sort, 0, 0);
      const { results }: Found = JSON.parse(takeText(module, found));
      return new Map(results.map(({ p, s }) => [p, s]));
    },
  };
}

/** Copies bytes into the memory of the module, which frees them. */
function pass({ memory, __wbindgen_malloc }: Module, bytes: Uint8Array): Text {
  const start = __wbindgen_malloc(bytes.length, 1);
  new Uint8Array(memory.buffer).set(bytes, start);
  return [start, bytes.length];
}

function takeText({ memory, __wbindgen_free }: Module, [start, length]: Text): string {
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
  __wbindgen_free(start, length, 1);
  return text;
}

/** Pagefind reports a failure as index 0, without a reason. */
function check(index: number): number {
  if (!index) {
    throw new Error('Pagefind cannot read the index.');
  }
  return index;
}
