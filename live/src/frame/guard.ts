/** Stops programs that don't end. The compiler inserts a call of `check` into every loop and function. */

import { getPrototypeOf, min, uncurryGetter } from '../natives.ts';
import { afterTurn, every } from './turns.ts';

/** The maximum duration of one turn of the event loop. */
export const TURN_MS = 1000;
/** The maximum growth of the heap. */
export const HEAP_BYTES = 256 * 1024 * 1024;
/** Browsers don't update the size of the heap more often. */
const HEAP_INTERVAL_MS = 50;
/** The maximum number of calls between two checks of the clock; fewer while calls are slow. */
const MAX_CALLS = 64;
/** Per turn. Recursion that catches stack overflows continues when no stack is left for a check. */
const MAX_FAILURES = 100;

export type Reason = 'loop' | 'memory';

export interface Guard {
  /** Throws once the program was stopped. */
  readonly check: () => void;
  /** Whether `check` threw this value. */
  isStop(value: unknown): boolean;
  isStopped(): boolean;
}

interface Gauges {
  readonly now: () => number;
  /** In bytes; 0 in browsers that don't report it. */
  readonly heap: () => number;
}

/** Chromium's value is exact if the iframe has its own process. */
function createHeapGauge(): () => number {
  const { memory } = performance as { memory?: object };
  if (!memory) return () => 0;
  const memoryOf = uncurryGetter<object>(Performance.prototype, 'memory');
  const sizeOf = uncurryGetter<number>(getPrototypeOf(memory) as object, 'usedJSHeapSize');
  const gauge = performance;
  return () => sizeOf(memoryOf(gauge));
}

const gauges: Gauges = { now: performance.now.bind(performance), heap: createHeapGauge() };

/** Measurements of the current turn of the event loop. */
interface Turn {
  /** Undefined until the first check of the clock. */
  start: number | undefined;
  last: number;
  /** The number of calls until the next check of the clock. */
  interval: number;
  heapTime: number;
  /** The number of checks that failed because the stack was full. */
  failures: number;
}

function endTurn(turn: Turn): void {
  turn.start = undefined;
  turn.interval = turn.failures = 0;
}

/** Checks the clock and the heap. Returns a reason to stop the program, if there is one. */
function measure(turn: Turn, { now, heap }: Gauges, heapAtStart: number): Reason | undefined {
  const time = now();
  const isFast = turn.start !== undefined && time - turn.last < 1;
  turn.interval = isFast ? min(turn.interval * 2, MAX_CALLS) : 1;
  turn.start ??= time;
  turn.last = time;
  if (time - turn.start > TURN_MS) return 'loop';
  if (time - turn.heapTime <= HEAP_INTERVAL_MS) return undefined;
  turn.heapTime = time;
  return heap() - heapAtStart > HEAP_BYTES ? 'memory' : undefined;
}

export function createGuard(onStop: (reason: Reason) => void, used: Gauges = gauges): Guard {
  const stop = new Error('The program was stopped.');
  const heapAtStart = used.heap();
  const turn: Turn = { start: undefined, last: 0, interval: 0, heapTime: 0, failures: 0 };
  let reason: Reason | undefined;
  let isReported = false;
  let calls = 0;

  const report = () => {
    if (!reason || isReported) return;
    onStop(reason);
    isReported = true;
  };
  const look = () => {
    if (turn.start === undefined) afterTurn(() => endTurn(turn));
    reason = measure(turn, used, heapAtStart);
    calls = 0;
    report();
  };
  // Retries a report that failed because the stack was full.
  every(report, 200);

  const check = () => {
    calls += 1;
    if (!reason && calls >= turn.interval) {
      // All calls are inside `try`, because the stack may be full.
      try {
        look();
      } catch {
        turn.failures += 1;
        if (turn.failures > MAX_FAILURES) reason = 'loop';
      }
    }
    if (reason) throw stop;
  };
  return { check, isStop: (value) => value === stop, isStopped: () => reason !== undefined };
}
