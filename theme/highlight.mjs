/** Renders code as HTML, with classes instead of inline styles. */

import { createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguagesInfo } from 'shiki/langs';
import { PLAIN, theme } from './token-classes.mjs';

/** Longer lines, usually data, aren't highlighted: the time that a grammar takes is quadratic. */
const MAX_LINE_LENGTH = 2_000;

/** Languages that are highlighted inside another one, if its grammar doesn't load them itself. */
const COMPANIONS = {
  markdown: ['css', 'diff', 'html', 'json', 'python', 'shellscript', 'toml', 'tsx', 'typescript'],
  vue: ['scss', 'tsx'],
};

const LANGUAGES = new Map(
  bundledLanguagesInfo.flatMap((info) =>
    [info.id, ...(info.aliases ?? [])].map((name) => [name, info]),
  ),
);

const COMMENT = 1; // a token type of vscode-textmate
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

let engine;
const highlighters = new Map();

/** The language names for code blocks, except those for plain text. */
export const languages = () => [...LANGUAGES.keys()].sort();

/** Returns the HTML of each block, line by line. */
export async function highlight(blocks) {
  const results = [];
  for (const { code, language } of blocks) {
    results.push(await highlightBlock(code, language));
  }
  return results;
}

async function highlightBlock(code, language) {
  const info = LANGUAGES.get(language);
  if (!info) return escapeHtml(code);
  if (!highlighters.has(info.id)) highlighters.set(info.id, createHighlighter(info));
  const highlighter = await highlighters.get(info.id);
  const lines = highlighter.codeToTokensBase(code, {
    lang: info.id,
    theme: theme.name,
    includeExplanation: 'tokenType',
    tokenizeMaxLineLength: MAX_LINE_LENGTH,
    tokenizeTimeLimit: 0, // the result must not depend on how busy the machine is
  });
  return renderLines(code, lines);
}

/**
 * One per language: in a shared one, the colors of a block would depend on the languages of the
 * blocks before it.
 */
async function createHighlighter(info) {
  engine ??= createOnigurumaEngine(import('shiki/wasm'));
  const names = [...(COMPANIONS[info.id] ?? []), info.id];
  const langs = await Promise.all(names.map((name) => loadGrammars(LANGUAGES.get(name))));
  return createHighlighterCore({ engine, langs, themes: [theme], warnings: false });
}

async function loadGrammars(info) {
  const { default: grammars } = await info.import();
  return grammars.map(adaptGrammar);
}

/** The grammars for directives and {{ }} name a scope that Vue's own grammar no longer has. */
function adaptGrammar(grammar) {
  if (!grammar.injectTo?.includes('source.vue')) return grammar;
  return { ...grammar, injectTo: [...grammar.injectTo, 'text.html.vue'] };
}

/** Cuts the code at the offsets of tokens instead of joining their content, so no text can get lost. */
function renderLines(code, lines) {
  let start = 0;
  const rendered = lines.map((tokens) => {
    const newline = code.indexOf('\n', start);
    const end = newline < 0 ? code.length : newline;
    const html = renderLine(code, start, end, tokens);
    start = end + 1;
    return html;
  });
  return rendered.join('\n');
}

function renderLine(code, start, end, tokens) {
  const line = new Line();
  let position = start;
  tokens.forEach((token, index) => {
    const after = tokens[index + 1]?.offset ?? end;
    line.add(code.slice(position, after), classOf(token));
    position = after;
  });
  line.add(code.slice(position, end), PLAIN);
  return line.finish();
}

function classOf(token) {
  // A grammar may find other tokens inside a comment.
  return token.type === COMMENT ? 'c' : token.color || PLAIN;
}

/** Collects the HTML of a line. Merges adjacent spans of the same class, also across whitespace. */
class Line {
  #html = '';
  #class = PLAIN;
  #text = '';
  #blanks = '';

  add(text, name) {
    const core = text.trim();
    if (core === '') {
      this.#blanks += text;
      return;
    }
    const from = text.indexOf(core);
    this.#blanks += text.slice(0, from);
    if (name !== this.#class) this.#flush(name);
    this.#text += this.#blanks + core;
    this.#blanks = text.slice(from + core.length);
  }

  finish() {
    this.#flush(PLAIN);
    return this.#html;
  }

  #flush(next) {
    const text = escapeHtml(this.#text);
    const isPlain = this.#class === PLAIN;
    this.#html += isPlain || text === '' ? text : `<span class="${this.#class}">${text}</span>`;
    this.#html += this.#blanks;
    this.#class = next;
    this.#text = '';
    this.#blanks = '';
  }
}

function escapeHtml(text) {
  return text.replace(/[&<>]/g, (char) => ESCAPES[char]);
}
