import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from './api.ts';
import { poll } from './poll.ts';

const REFRESH_MS = 60_000;

interface CacheEntry {
  readonly value: unknown;
  readonly time: Date;
}

/** The latest value of each path, so that navigating back shows it immediately. */
const cache = new Map<string, CacheEntry>();

/** Called after signing out, because no data may remain. */
export const clearCache = () => cache.clear();

export interface Loaded<T> {
  /** The latest value, or that of the previous path; undefined until a path has loaded. */
  readonly value: T | undefined;
  /** When the value was loaded. */
  readonly time: Date | undefined;
  /** Whether the value belongs to the previous path. */
  readonly isOld: boolean;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
}

/**
 * Loads a path now and periodically. An empty path loads nothing. After a failure, the latest value
 * remains.
 */
export function useLoad<T>(path: string, refreshMs = REFRESH_MS): Loaded<T> {
  const [problem, setProblem] = useState<Problem>();
  const [, setChanges] = useState(0);
  const [round, setRound] = useState(0);
  const last = useRef(path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again.
  useEffect(
    () =>
      path === ''
        ? undefined
        : poll<T>(path, refreshMs, {
            onValue: (value) => {
              cache.set(path, { value, time: new Date() });
              setProblem(undefined);
              setChanges((count) => count + 1);
            },
            onProblem: setProblem,
          }),
    [path, refreshMs, round],
  );

  const found = cache.get(path);
  if (found) {
    last.current = path;
  }
  const shown = found ?? cache.get(last.current);
  return {
    value: shown?.value as T | undefined,
    time: shown?.time,
    isOld: !found && shown !== undefined,
    problem,
    retry: useCallback(() => setRound((count) => count + 1), []),
  };
}
