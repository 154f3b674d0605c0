/** Timing: turns of the event loop (by messages, which background tabs don't throttle), timers, frames. */

import { append, createList, uncurry } from '../natives.ts';

const { port1, port2 } = new MessageChannel();
const post = port2.postMessage.bind(port2) as (message: unknown) => void;
let waiting = createList<() => void>();

port1.onmessage = () => {
  const actions = waiting;
  waiting = createList();
  for (let i = 0; i < actions.length; i += 1) actions[i]?.();
};

export function afterTurn(action: () => void): void {
  append(waiting, action);
  if (waiting.length === 1) post(0);
}

type Later = (action: () => void, milliseconds?: number) => number;

export const later: Later = setTimeout.bind(window);
export const every: Later = setInterval.bind(window);

/** After the next animation frame, or after 100 ms if there is none, such as out of view. */
export function afterDrawing(action: () => void): void {
  let isOver = false;
  const end = () => {
    if (!isOver) action();
    isOver = true;
  };
  nextFrame(end);
  later(end, 100);
}

const nextFrame: (action: () => void) => number = requestAnimationFrame.bind(window);

const then = uncurry(Promise.prototype.then<unknown, unknown>);

/** Like `await`, but without methods that a sample may have replaced. */
export function whenDone(
  promise: Promise<unknown>,
  done: (value: unknown) => void,
  failed: (reason: unknown) => void,
): void {
  then(promise, done, failed);
}
