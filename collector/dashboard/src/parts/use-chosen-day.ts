import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { indexAt } from './chart-shape.ts';

/** The day under the pointer, or the one chosen with the keyboard. */
export function useChosenDay(count: number) {
  const [index, setIndex] = useState<number>();
  const last = count - 1;
  const week = Math.min(7, count);
  const moves: Readonly<Record<string, (from: number) => number>> = {
    ArrowLeft: (from) => from - 1,
    ArrowDown: (from) => from - 1,
    ArrowRight: (from) => from + 1,
    ArrowUp: (from) => from + 1,
    PageDown: (from) => from - week,
    PageUp: (from) => from + week,
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
          setIndex(Math.min(Math.max(move(index ?? last), 0), last));
        } else if (event.key === 'Escape') {
          setIndex(undefined);
        }
      },
      onFocus: () => setIndex((known) => known ?? last),
      onBlur: () => setIndex(undefined),
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const box = event.currentTarget.getBoundingClientRect();
        setIndex(indexAt((event.clientX - box.left) / box.width, count));
      },
      onPointerLeave: () => setIndex(undefined),
    },
  };
}
