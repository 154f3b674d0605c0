import type { Connection } from './connection.ts';
import { isHidden, isOffline } from './page.ts';
import { ignoreRejection } from './promises.ts';
import type { Recording } from './types.ts';

const UPDATE_INTERVAL_MS = 15000;
/** 4 minutes. */
const MAX_TICKS = 16;
/** A page that is hidden sooner after an update doesn't send another one. */
const MIN_GAP_MS = 1000;

/** Updates a record from the time it has an id until it is stopped. */
export function keepUpdated(
  connection: Connection,
  id: Promise<string | undefined>,
  updateOnHide?: boolean,
): Recording {
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
    else if (!isEnded) clear = startUpdates(connection, recordId, updateOnHide === true);
  }, finish);
  return { id: ignoreRejection(id), ended: ignoreRejection(ended), stop: () => finish() };
}

/** Returns a function that stops the updates. */
function startUpdates(connection: Connection, recordId: string, updateOnHide: boolean): () => void {
  let updatedAt = Date.now();
  let ticks = 0;
  let failures = 0;
  let failedAt = 0;

  async function update(): Promise<void> {
    const sentAt = Date.now();
    updatedAt = sentAt;
    ticks = 0;
    // The next updates don't wait for the response: a slow server isn't a failing one.
    const isStored = await connection.request('updateRecord', { recordId }).catch(() => false);
    if (isStored) {
      failures = 0;
    } else if (sentAt >= failedAt) {
      // Not several times for updates that were open at the same time.
      failures += 1;
      failedAt = Date.now();
    }
  }

  function tick(): void {
    ticks += 1;
    // 15 s; after failures 30 s, then 1, 2 and 4 minutes.
    const isDue = ticks >= Math.min(2 ** failures, MAX_TICKS);
    if (isDue && !isHidden() && !isOffline()) update();
  }

  /** Sends a last update: after it was hidden, a page may be discarded without another event. */
  function updateBeforeHiding({ type }: Event): void {
    // `pagehide` is sent to visible pages before they are hidden, and to hidden ones when they close.
    const isLeft = isHidden() === (type === 'visibilitychange');
    if (isLeft && !isOffline() && Date.now() - updatedAt >= MIN_GAP_MS) {
      update();
    }
  }

  const timer = setInterval(tick, UPDATE_INTERVAL_MS);
  if (updateOnHide) {
    document.addEventListener('visibilitychange', updateBeforeHiding);
    addEventListener('pagehide', updateBeforeHiding);
  }
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', updateBeforeHiding);
    removeEventListener('pagehide', updateBeforeHiding);
  };
}
