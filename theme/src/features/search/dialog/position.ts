import { useState } from 'react';

/** The active index of a list, and whether the keyboard moved there. */
export interface Position {
  readonly index: number;
  readonly isByKeys: boolean;
}

/** The index that a key moves to; undefined for other keys. */
export function nextIndex(key: string, { index, isByKeys }: Position, count: number) {
  if (count === 0) {
    return;
  }
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index > 0 ? index : count) - 1;
    // Until the keyboard has moved in the list, these move the caret.
    case 'Home':
      return isByKeys ? 0 : undefined;
    case 'End':
      return isByKeys ? count - 1 : undefined;
    default:
      return;
  }
}

/** The position in a list. It is `first` again with each new list. */
export function usePosition(list: string, first: number) {
  const start = { list, index: first, isByKeys: false };
  const [last, setLast] = useState<Position & { list: string }>(start);
  const isNew = last.list !== list;
  if (isNew) {
    setLast(start); // an earlier list may return
  }
  const position: Position = isNew ? start : last;
  return {
    position,
    moveTo: (index: number) => setLast({ list, index, isByKeys: true }),
    pointTo: (index: number) =>
      index !== position.index && setLast({ list, index, isByKeys: false }),
  };
}
