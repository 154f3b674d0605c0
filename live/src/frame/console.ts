/** Sends the console output and the uncaught errors of a sample to the page. */

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

/** Per turn of the event loop. More would keep the page busy. */
const MAX_LINES = 1000;
const MAX_CHARACTERS = 1_000_000;

type Line = Extract<FromFrame, { type: 'line' }>;

const LEVELS: readonly Level[] = ['log', 'info', 'debug', 'warn', 'error'];

const NativeError = Error;
const errorOf = uncurryGetter<unknown>(ErrorEvent.prototype, 'error');
const messageOf = uncurryGetter<string>(ErrorEvent.prototype, 'message');
const reasonOf = uncurryGetter<unknown>(PromiseRejectionEvent.prototype, 'reason');
const preventDefault = uncurry(Event.prototype.preventDefault);

/** The page of the documentation about an error. */
function findLink(value: unknown): string | undefined {
  if (!(value instanceof NativeError)) return undefined;
  const link: unknown = getOwnPropertyDescriptor(value, 'link')?.value;
  return typeof link === 'string' ? link : undefined;
}

/** Limits the lines of a turn. */
function createLimiter(send: (line: Line) => void): (line: Line) => void {
  let lines = 0;
  let size = 0;
  let dropped = 0;
  const end = () => {
    if (dropped > 0) send({ type: 'line', level: 'log', text: `… (+${dropped})` });
    lines = size = dropped = 0;
  };
  return (line) => {
    if (lines === 0) afterTurn(end);
    lines += 1;
    size += line.text.length;
    if (lines > MAX_LINES || size > MAX_CHARACTERS) dropped += 1;
    else send(line);
  };
}

/** Replaces the console. Returns a function that reports an uncaught error. */
export function watchConsole(send: (line: Line) => void, guard: Guard): (error: unknown) => void {
  const sendLimited = createLimiter(send);

  const print = (level: Level, values: readonly unknown[]) => {
    let link: string | undefined;
    for (let i = 0; i < values.length; i += 1) {
      // The guard reports itself that it stopped the program.
      if (guard.isStop(values[i])) return;
      link ??= findLink(values[i]);
    }
    const line = { type: 'line', level, text: renderAll(values) } as const;
    sendLimited(link === undefined ? line : { ...line, link });
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
    preventDefault(event); // Only the panel shows it, not the browser's console.
    const message = messageOf(event);
    // "ResizeObserver loop" is a warning of the browser, not an error of the program.
    if (slice(message, 0, 14) !== 'ResizeObserver') report(errorOf(event) ?? message);
  });
  addEventListener('unhandledrejection', (event) => {
    preventDefault(event);
    report(reasonOf(event));
  });
  return report;
}
