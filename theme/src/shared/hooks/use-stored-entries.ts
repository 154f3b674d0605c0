import { useEffect } from 'react';

/** Lets code blocks that name a stored entry show the reader's own. */
export function useStoredEntries(): void {
  useEffect(() => {
    let stop = (): void => {};
    let isGone = false;
    const start = async (): Promise<void> => {
      const { showStoredEntries } = await import(
        /* webpackChunkName: "stored-entries" */ '../stored-entries'
      );
      if (!isGone) {
        stop = showStoredEntries(document);
      }
    };
    // Without it the block keeps its own text.
    start().catch(() => {});
    return () => {
      isGone = true;
      stop();
    };
  }, []);
}
