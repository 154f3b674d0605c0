/** What the page and its frames tell each other. The page believes nothing that a frame says. */

import type { Entry } from '@tuffet-live/inspector';

/** A file of a sample, compiled to the body of a function `(require, exports, module)`. */
export interface CompiledModule {
  readonly code: string;
  /** Whether it awaits at its top level. */
  readonly isAsync: boolean;
}

/** What runs in one document: the first module, and those it imports by relative paths. */
export interface Program {
  readonly entry: string;
  readonly modules: Readonly<Record<string, CompiledModule>>;
}

export type Framework = 'plain' | 'react' | 'vue';

/** `assets/live/<hash>.json`: all that Run and Edit need of one sample. */
export interface LiveSample {
  /** The path of the sample, for links that carry code. */
  readonly id: string;
  readonly framework: Framework;
  /** The address of the frame it runs in. */
  readonly frame: string;
  /** Earlier visits: each runs in a document of its own, over the same storage, before. */
  readonly before: readonly Program[];
  readonly program: Program;
  /** What a second tab runs; without it, the sample itself. */
  readonly otherTab?: Program;
  /** The text of the file, for the editor. */
  readonly source: string;
  /** The address of the worker that compiles what a reader writes. */
  readonly compiler: string;
}

export interface StoredEntry {
  readonly storage: 'local' | 'session';
  readonly key: string;
  readonly text: string;
}

/** The first message, to the window of the frame; a port comes with it. */
export interface Start {
  readonly type: 'start';
  readonly program: Program;
  /** What is stored when the document opens. */
  readonly entries: readonly StoredEntry[];
  readonly language: string;
  readonly colorMode: 'light' | 'dark';
}

/** From the window of the frame, not through the port: the sample went elsewhere, and is gone. */
export interface Left {
  readonly type: 'left';
}

/** Through the port, to the frame. */
export type ToFrame =
  /** Another tab wrote: no key means it cleared, no text that it removed. */
  | { readonly type: 'storage'; readonly key: string | null; readonly text: string | null }
  | { readonly type: 'color-mode'; readonly colorMode: 'light' | 'dark' }
  | { readonly type: 'ping'; readonly id: number };

export type Level = 'log' | 'info' | 'debug' | 'warn' | 'error' | 'uncaught';

/** Through the port, from the frame. */
export type FromFrame =
  /** All that is stored, after it changed; several changes of one moment are told once. */
  | { readonly type: 'stored'; readonly entries: readonly Entry[] }
  /** A write to local storage, for other tabs. */
  | { readonly type: 'write'; readonly key: string | null; readonly text: string | null }
  | { readonly type: 'line'; readonly level: Level; readonly text: string; readonly link?: string }
  /** How high the content is, in pixels; 0 while there is nothing to see. */
  | { readonly type: 'height'; readonly height: number }
  /** The program has run to its end, and frameworks have shown what they were told. */
  | { readonly type: 'done' }
  /** A guard has ended the program. */
  | { readonly type: 'stopped'; readonly reason: 'loop' | 'memory' }
  | { readonly type: 'pong'; readonly id: number };
