/** What a sample prints, and errors that nobody caught, as lines for the page. */

import {
  defineProperty,
  getOwnPropertyDescriptor,
  slice,
  uncurry,
  uncurryGetter,
} from '../natives.ts';
import type { FromFrame, Level } from '../protocol.ts';
import type { Guard } from './guard.ts';
import { renderAll } from './render.ts';
import { afterTurn } from './turns.ts';

/** The most lines of one turn: a page that is told more would do nothing else. */
const MOST_LINES = 1000;
const MOST_SIZE = 1_000_000;

type Line = Extract<FromFrame, { type: 'line' }>;

const LEVELS: readonly Level[] = ['log', 'info', 'debug', 'warn', 'error'];

const NativeError = Error;
const errorOf = uncurryGetter<unknown>(ErrorEvent.prototype, 'error');
const messageOf = uncurryGetter<string>(ErrorEvent.prototype, 'message');
const reasonOf = uncurryGetter<unknown>(PromiseRejectionEvent.prototype, 'reason');
const preventDefault = uncurry(Event.prototype.preventDefault);

/** Where the documentation tells about an error. */
function findLink(value: unknown): string | undefined {
  if (!(value instanceof NativeError)) return undefined;
  const link: unknown = getOwnPropertyDescriptor(value, 'link')?.value;
  return typeof link === 'string' ? link : undefined;
}

/** Passes lines on, as long as one turn does not bring too many. */
function createOutlet(tell: (line: Line) => void): (line: Line) => void {
  let lines = 0;
  let size = 0;
  let dropped = 0;
  const end = () => {
    if (dropped > 0) tell({ type: 'line', level: 'log', text: `… (+${dropped})` });
    lines = size = dropped = 0;
  };
  return (line) => {
    if (lines === 0) afterTurn(end);
    lines += 1;
    size += line.text.length;
    if (lines > MOST_LINES || size > MOST_SIZE) dropped += 1;
    else tell(line);
  };
}

/** Replaces the console, and returns what tells of an error that nobody caught. */
export function watchConsole(tell: (line: Line) => void, guard: Guard): (error: unknown) => void {
  const pass = createOutlet(tell);

  const print = (level: Level, values: readonly unknown[]) => {
    let link: string | undefined;
    for (let i = 0; i < values.length; i += 1) {
      // It is told in another way that the program was stopped.
      if (guard.isStop(values[i])) return;
      link ??= findLink(values[i]);
    }
    const line = { type: 'line', level, text: renderAll(values) } as const;
    pass(link === undefined ? line : { ...line, link });
  };
  const report = (error: unknown) => print('uncaught', [error]);

  for (const level of LEVELS) {
    const method = { [level]: (...values: unknown[]) => print(level, values) }[level];
    defineProperty(console, level, {
      value: method,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  addEventListener('error', (event) => {
    preventDefault(event); // the console of the browser is not the reader's
    const message = messageOf(event);
    // Silence of the browser's own, without an error in the program.
    if (slice(message, 0, 14) !== 'ResizeObserver') report(errorOf(event) ?? message);
  });
  addEventListener('unhandledrejection', (event) => {
    preventDefault(event);
    report(reasonOf(event));
  });
  return report;
}
