/** Tells the page of writes to local storage, for other tabs. */

import { append, createList, mapClear, mapForEach, mapSet } from '../natives.ts';
import type { Change } from '../storage/area.ts';
import { afterTurn } from './turns.ts';

export interface Write {
  readonly key: string | null;
  readonly text: string | null;
}

/** The most of one turn that is told write by write. */
const MOST_WRITES = 500;
const MOST_TEXT = 1024 * 1024;

/** In order, at the end of a turn. Of too many writes only the last of each key is told. */
export function createWriteTeller(tell: (write: Write) => void): (change: Change) => void {
  let writes = createList<Write>();
  let size = 0;
  const flush = () => {
    const told = writes;
    writes = createList();
    size = 0;
    for (let i = 0; i < told.length; i += 1) tell(told[i] as Write);
  };
  return ({ key, newText: text }) => {
    if (writes.length === 0) afterTurn(flush);
    append(writes, { key, text });
    size += text?.length ?? 0;
    if (writes.length <= MOST_WRITES && size <= MOST_TEXT) return;
    writes = keepLast(writes);
    size = 0;
  };
}

function keepLast(writes: readonly Write[]): Write[] {
  const last = new Map<string | null, Write>();
  for (let i = 0; i < writes.length; i += 1) {
    const write = writes[i] as Write;
    if (write.key === null) mapClear(last);
    mapSet(last, write.key, write);
  }
  const kept = createList<Write>();
  mapForEach(last, (write) => append(kept, write));
  return kept;
}
