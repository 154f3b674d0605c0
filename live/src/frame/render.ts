/**
 * Formats values exactly like scripts/docs/examples/runner/page.js, which records the output that the
 * pages show.
 */

import { charCodeAt, has, isArray, keysOf, slice, toText } from '../natives.ts';
import type { Level } from '../protocol.ts';

export const PREFIXES: Readonly<Record<Level, string>> = {
  log: '',
  info: '',
  debug: '',
  warn: 'Warning: ',
  error: 'Error: ',
  uncaught: 'Uncaught ',
};

/** Limits per line, which page.js doesn't have. */
export const MAX_CHARACTERS = 10_000;
const MAX_VALUES = 2_000;
/** For reference cycles. */
const MAX_DEPTH = 32;

const NativeError = Error;
const NativeDate = Date;
const NativeMap = Map;
const NativeSet = Set;

const ESCAPES: Readonly<Record<number, string>> = { 10: '\\n', 39: "\\'", 92: '\\\\' };

function quote(text: string): string {
  let quoted = "'";
  let begin = 0;
  for (let i = 0; i < text.length; i += 1) {
    const escaped = ESCAPES[charCodeAt(text, i)];
    if (!escaped) continue;
    quoted += slice(text, begin, i) + escaped;
    begin = i + 1;
  }
  return `${quoted}${slice(text, begin)}'`;
}

const isLetter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
const isDigit = (code: number) => code >= 48 && code <= 57;

function isName(key: string): boolean {
  for (let i = 0; i < key.length; i += 1) {
    const code = charCodeAt(key, i);
    if (!isLetter(code) && (i === 0 || !isDigit(code))) return false;
  }
  return key.length > 0;
}

function createList(open: string, close: string) {
  let text = open;
  let isEmpty = true;
  return {
    add(item: string) {
      text += isEmpty ? ` ${item}` : `, ${item}`;
      isEmpty = false;
    },
    end: () => (isEmpty ? text + close : `${text} ${close}`),
  };
}

/** The number of values that still fit on the line. */
let left = MAX_VALUES;

function renderArray(value: readonly unknown[], depth: number): string {
  const list = createList('[', ']');
  for (let i = 0; i < value.length && left > 0; i += 1)
    list.add(has(value, i) ? renderInner(value[i], depth) : '');
  return list.end();
}

function renderMap(value: ReadonlyMap<unknown, unknown>, depth: number): string {
  const list = createList('{', '}');
  value.forEach((item, key) => {
    if (left > 0) list.add(`${renderInner(key, depth)} => ${renderInner(item, depth)}`);
  });
  return `Map(${value.size}) ${list.end()}`;
}

function renderSet(value: ReadonlySet<unknown>, depth: number): string {
  const list = createList('{', '}');
  value.forEach((item) => {
    if (left > 0) list.add(renderInner(item, depth));
  });
  return `Set(${value.size}) ${list.end()}`;
}

function renderPlain(value: object, depth: number): string {
  if (depth > 4) return '{…}';
  const list = createList('{', '}');
  const keys = keysOf(value);
  for (let i = 0; i < keys.length && left > 0; i += 1) {
    const key = keys[i] as string;
    const item = (value as Record<string, unknown>)[key];
    list.add(`${isName(key) ? key : quote(key)}: ${renderInner(item, depth)}`);
  }
  return list.end();
}

function renderObject(value: object, depth: number): string {
  if (value instanceof NativeError) return `${value.name}: ${value.message}`;
  if (value instanceof NativeDate) return value.toISOString();
  if (depth > MAX_DEPTH) return '…';
  if (value instanceof NativeMap) return renderMap(value, depth);
  if (value instanceof NativeSet) return renderSet(value, depth);
  if (isArray(value)) return renderArray(value, depth);
  return renderPlain(value, depth);
}

function renderInner(value: unknown, depth: number): string {
  left -= 1;
  return renderAt(value, depth + 1);
}

function renderAt(value: unknown, depth: number): string {
  if (typeof value === 'string') return depth > 0 ? quote(value) : value;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function: ${value.name || 'anonymous'}]`;
  if (typeof value === 'object' && value !== null) return renderObject(value, depth);
  return toText(value);
}

/** Formats the arguments of one call. Strings at the top level have no quotes. */
export function renderAll(values: readonly unknown[]): string {
  left = MAX_VALUES;
  let text = '';
  for (let i = 0; i < values.length && text.length < MAX_CHARACTERS; i += 1)
    text += (i > 0 ? ' ' : '') + renderAt(values[i], 0);
  return text.length > MAX_CHARACTERS ? `${slice(text, 0, MAX_CHARACTERS)}…` : text;
}
