import { type Connection, MAX_FAILURES } from './connection.js';
import { isHidden } from './page.js';
import { ignoreFailure } from './promises.js';
import type { Recording } from './types.js';

const UPDATE_INTERVAL_MS = 15000;
/** Visits as long as this are left out of averages: the update that says so is the last. */
const MAX_DURATION_MS = 30 * 60 * 1000;
/** What leaving a page tells after so short a time is known already. */
const MIN_NEWS_MS = 1000;
/** Ticks until a request is over at the latest. One that a page in the back/forward cache sent is lost. */
const UNTIL_SETTLED = 3;

/** Updates a record, once it has an id, until that is stopped or makes no sense any more. */
export function keepUpdated(connection: Connection, id: Promise<string | undefined>): Recording {
  let finish: (error?: unknown) => void = () => {};
  let clear: () => void = () => {};
  let isEnded = false;
  const ended = new Promise<void>((resolve, reject) => {
    finish = (error) => {
      isEnded = true;
      clear();
      if (error) reject(error);
      else resolve();
    };
  });
  id.then((recordId) => {
    if (!recordId) finish();
    else if (!isEnded) clear = startUpdates(connection, recordId, finish);
  }, finish);
  return { id: ignoreFailure(id), ended: ignoreFailure(ended), stop: () => finish() };
}

/** Gives a function that ends the updates; `finish` is called when they end by themselves. */
function startUpdates(
  connection: Connection,
  recordId: string,
  finish: (error?: unknown) => void,
): () => void {
  const startedAt = Date.now();
  let updatedAt = startedAt;
  let ticksToRest = 0;

  async function update(): Promise<void> {
    updatedAt = Date.now();
    if (updatedAt - startedAt >= MAX_DURATION_MS) finish();
    ticksToRest = UNTIL_SETTLED;
    let error: unknown;
    try {
      await connection.ask('updateRecord', { recordId });
    } catch (reason) {
      error = reason;
    }
    const failures = connection.countFailures();
    // 30 s after the first failure, then 1, 2 and 4 minutes.
    ticksToRest = 2 ** failures - 1;
    if (failures >= MAX_FAILURES || (error as Error)?.message === 'Unknown record') finish(error);
  }

  function tick(): void {
    if (isHidden() || ticksToRest-- > 0) return;
    update();
  }

  /** The page is being left, or put behind another: it may have no later chance. */
  function leave({ type }: Event): void {
    // `pagehide` comes to visible pages before they are hidden, and to hidden ones when they are closed.
    if (isHidden() === (type === 'visibilitychange') && Date.now() - updatedAt >= MIN_NEWS_MS) {
      update();
    }
  }

  const timer = setInterval(tick, UPDATE_INTERVAL_MS);
  document.addEventListener('visibilitychange', leave);
  addEventListener('pagehide', leave);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', leave);
    removeEventListener('pagehide', leave);
  };
}
