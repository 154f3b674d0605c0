/** Reports writes to local storage to the page, for other tabs. */

import { append, createList, mapClear, mapForEach, mapSet } from '../natives.ts';
import type { Change } from '../storage/area.ts';
import { afterTurn } from './turns.ts';

export interface Write {
  readonly key: string | null;
  readonly text: string | null;
}

/** Per turn. Of more writes, only the last one per key is reported. */
const MAX_WRITES = 500;
const MAX_CHARACTERS = 1024 * 1024;

/** Reports writes in order, at the end of a turn. */
export function createWriteReporter(send: (write: Write) => void): (change: Change) => void {
  let writes = createList<Write>();
  let size = 0;
  const flush = () => {
    const finished = writes;
    writes = createList();
    size = 0;
    for (let i = 0; i < finished.length; i += 1) send(finished[i] as Write);
  };
  return ({ key, newText: text }) => {
    if (writes.length === 0) afterTurn(flush);
    append(writes, { key, text });
    size += text?.length ?? 0;
    if (writes.length <= MAX_WRITES && size <= MAX_CHARACTERS) return;
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
