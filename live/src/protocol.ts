/** The messages between the page and its iframes. The page treats messages of an iframe as untrusted. */

import type { Entry } from '@tuffet/devtools/inspector';

/** A file of a sample, compiled to the body of a function `(require, exports, module)`. */
export interface CompiledModule {
  readonly code: string;
  /** Whether it has top-level `await`. */
  readonly isAsync: boolean;
}

/** The code that runs in one document: the entry module, and those it imports by relative paths. */
export interface Program {
  readonly entry: string;
  readonly modules: Readonly<Record<string, CompiledModule>>;
}

export type Framework = 'plain' | 'react' | 'vue';

/** `assets/live/<hash>.json`, with everything that Run and Edit need for one sample. */
export interface LiveSample {
  /** The path of the sample, for links that contain code. */
  readonly id: string;
  readonly framework: Framework;
  /** The URL of the iframe. */
  readonly frame: string;
  /** Earlier visits. Each runs first, in its own document, with the same storage. */
  readonly before: readonly Program[];
  readonly program: Program;
  /** The program of a second tab; by default the sample itself. */
  readonly otherTab?: Program;
  /** For the editor. Empty for an instrument, which is part of the site and isn't edited. */
  readonly source: string;
  /** The text of the other files of the program, by path, to check types with. */
  readonly others: Readonly<Record<string, string>>;
  /** The URL of the worker that compiles edits. */
  readonly compiler: string;
  /** The URL of the worker that checks types; empty for JavaScript. */
  readonly checker: string;
}

export interface StoredEntry {
  readonly storage: 'local' | 'session';
  readonly key: string;
  readonly text: string;
}

/** The first message, to the window of the iframe, with a port. */
export interface Start {
  readonly type: 'start';
  readonly program: Program;
  readonly entries: readonly StoredEntry[];
  readonly language: string;
  readonly colorMode: 'light' | 'dark';
}

/** From the window of the iframe, not through the port: the sample navigated away. */
export interface Left {
  readonly type: 'left';
}

/** Through the port, to the iframe. */
export type ToFrame =
  /** A write of another tab. `key` is null for `clear()`, `text` for `removeItem()`. */
  | { readonly type: 'storage'; readonly key: string | null; readonly text: string | null }
  | { readonly type: 'color-mode'; readonly colorMode: 'light' | 'dark' }
  | { readonly type: 'ping'; readonly id: number };

export type Level = 'log' | 'info' | 'debug' | 'warn' | 'error' | 'uncaught';

/** Through the port, from the iframe. */
export type FromFrame =
  /** All entries, after a change. */
  | { readonly type: 'stored'; readonly entries: readonly Entry[] }
  /** A write to local storage, for other tabs. */
  | { readonly type: 'write'; readonly key: string | null; readonly text: string | null }
  | { readonly type: 'line'; readonly level: Level; readonly text: string; readonly link?: string }
  /** Of the content, in pixels; 0 if it is empty. */
  | { readonly type: 'height'; readonly height: number }
  /** The program starts now. Until it ends its first turn, the iframe can't answer pings. */
  | { readonly type: 'started' }
  /** The program has finished, and frameworks have rendered. */
  | { readonly type: 'done' }
  /** A guard has stopped the program. */
  | { readonly type: 'stopped'; readonly reason: 'loop' | 'memory' }
  | { readonly type: 'pong'; readonly id: number };
