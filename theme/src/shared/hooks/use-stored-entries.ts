import { useEffect } from 'react';

/** Shows the visitor's own entry in code blocks that name one. */
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
    // If it fails, the block keeps its own text.
    start().catch(() => {});
    return () => {
      isGone = true;
      stop();
    };
  }, []);
}
