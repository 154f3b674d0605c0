/** Ends programs that do not end. The compiler puts a call into every loop and function. */

import { getPrototypeOf, min, uncurryGetter } from '../natives.ts';
import { afterTurn, every } from './turns.ts';

/** The longest that one turn may take, in milliseconds. */
export const TURN_MS = 1000;
/** How much more than at its start the heap may hold, in bytes. */
export const HEAP_BYTES = 256 * 1024 * 1024;
/** How often the heap is looked at; browsers tell no more often. */
const WEIGH_MS = 50;
/** The most calls between two looks at the clock; fewer while they are slow. */
const MOST_CALLS = 64;

/** Recursion that catches the overflow of the stack goes on near its end, where nothing can be called. */
const MOST_FAILURES = 100;

export type Reason = 'loop' | 'memory';

export interface Guard {
  /** To be called in loops and functions; throws once the program has ended. */
  readonly check: () => void;
  /** Whether it is what `check` throws. */
  isStop(value: unknown): boolean;
  isStopped(): boolean;
}

/** What guards look at. */
export interface Gauges {
  readonly now: () => number;
  /** The size of the heap, where the browser tells. */
  readonly heap: () => number;
}

/** Chromium gives a new account each time; it is exact where the frame has a process of its own. */
function createHeapGauge(): () => number {
  const { memory } = performance as { memory?: object };
  if (!memory) return () => 0;
  const accountOf = uncurryGetter<object>(Performance.prototype, 'memory');
  const sizeOf = uncurryGetter<number>(getPrototypeOf(memory) as object, 'usedJSHeapSize');
  const gauge = performance;
  return () => sizeOf(accountOf(gauge));
}

const gauges: Gauges = { now: performance.now.bind(performance), heap: createHeapGauge() };

export function createGuard(
  onStop: (reason: Reason) => void,
  { now, heap }: Gauges = gauges,
): Guard {
  const stop = new Error('The program was stopped.');
  const heapAtStart = heap();
  let reason: Reason | undefined;
  let isTold = false;
  /** When the turn began, as far as we have seen. */
  let start: number | undefined;
  let last = 0;
  let weighed = 0;
  let calls = 0;
  let interval = 0;
  /** How often the stack was too full to look, in this turn. */
  let failures = 0;

  const tell = () => {
    if (!reason || isTold) return;
    onStop(reason);
    isTold = true;
  };
  const endTurn = () => {
    start = undefined;
    interval = 0;
    failures = 0;
  };
  const look = () => {
    const time = now();
    calls = 0;
    if (start === undefined) {
      start = time;
      interval = 1;
      afterTurn(endTurn);
    } else interval = time - last < 1 ? min(interval * 2, MOST_CALLS) : 1;
    last = time;
    if (time - start > TURN_MS) reason = 'loop';
    else if (time - weighed > WEIGH_MS) {
      weighed = time;
      if (heap() - heapAtStart > HEAP_BYTES) reason = 'memory';
    }
    tell();
  };
  // Where there was no room on the stack to tell it either.
  every(tell, 200);

  return {
    check() {
      calls += 1;
      if (!reason && calls >= interval) {
        try {
          look();
        } catch {
          failures += 1;
          if (failures > MOST_FAILURES) reason = 'loop';
        }
      }
      if (reason) throw stop;
    },
    isStop: (value) => value === stop,
    isStopped: () => reason !== undefined,
  };
}
