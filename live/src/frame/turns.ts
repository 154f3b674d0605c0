/** When one turn of the event loop ends and another begins; background tabs are no slower. */

import { append, createList, uncurry } from '../natives.ts';

const { port1, port2 } = new MessageChannel();
const ask = port2.postMessage.bind(port2) as (message: unknown) => void;
let waiting = createList<() => void>();

port1.onmessage = () => {
  const actions = waiting;
  waiting = createList();
  for (let i = 0; i < actions.length; i += 1) actions[i]?.();
};

/** Runs the action in the next turn, or soon after. */
export function afterTurn(action: () => void): void {
  append(waiting, action);
  if (waiting.length === 1) ask(0);
}

type Later = (action: () => void, milliseconds?: number) => number;

export const later: Later = setTimeout.bind(window);
export const every: Later = setInterval.bind(window);

/** When the browser has drawn; where it does not draw, such as out of view, a little later. */
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

/** `await`, without a look at what a sample has made of promises. */
export function whenDone(
  promise: Promise<unknown>,
  done: (value: unknown) => void,
  failed: (reason: unknown) => void,
): void {
  then(promise, done, failed);
}
