import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { indexAt } from './chart-shape.ts';

/**
 * Returns the day or hour under the pointer, or the one selected with the keyboard, which starts at
 * `first`. Points after `last` have no values yet.
 */
export function useChosenPoint(count: number, last: number, first: number) {
  const [index, setIndex] = useState<number>();
  const step = Math.min(7, count);
  const moves: Readonly<Record<string, (from: number) => number>> = {
    ArrowLeft: (from) => from - 1,
    ArrowDown: (from) => from - 1,
    ArrowRight: (from) => from + 1,
    ArrowUp: (from) => from + 1,
    PageDown: (from) => from - step,
    PageUp: (from) => from + step,
    Home: () => 0,
    End: () => last,
  };
  return {
    index: index === undefined ? undefined : Math.min(index, last),
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const move = moves[event.key];
        if (move) {
          event.preventDefault();
          setIndex(Math.min(Math.max(move(index ?? first), 0), last));
        } else if (event.key === 'Escape') {
          setIndex(undefined);
        }
      },
      onFocus: () => setIndex((known) => known ?? first),
      onBlur: () => setIndex(undefined),
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const box = event.currentTarget.getBoundingClientRect();
        setIndex(indexAt((event.clientX - box.left) / box.width, count));
      },
      onPointerLeave: () => setIndex(undefined),
    },
  };
}
