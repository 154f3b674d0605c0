import { useState } from 'react';

/** A place in a list, and whether keys have led there. */
interface Position {
  readonly index: number;
  readonly isWalking: boolean;
}

/** Where a key leads in a list; nothing for keys that do something else. */
export function nextIndex(key: string, { index, isWalking }: Position, count: number) {
  if (count === 0) {
    return;
  }
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index > 0 ? index : count) - 1;
    // Until the reader walks, these move in the text.
    case 'Home':
      return isWalking ? 0 : undefined;
    case 'End':
      return isWalking ? count - 1 : undefined;
    default:
      return;
  }
}

/** The place in a list, which begins anew with each list. */
export function usePosition(list: unknown, first: number) {
  const [kept, keep] = useState<Position & { list: unknown }>({
    list,
    index: first,
    isWalking: false,
  });
  const position: Position = kept.list === list ? kept : { index: first, isWalking: false };
  return {
    position,
    walkTo: (index: number) => keep({ list, index, isWalking: true }),
    pointTo: (index: number) => index !== position.index && keep({ list, index, isWalking: false }),
  };
}
