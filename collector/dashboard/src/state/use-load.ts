import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from './api.ts';
import { poll } from './poll.ts';

const REFRESH_MS = 60_000;

interface Known {
  readonly value: unknown;
  readonly time: Date;
}

/** The last answers, so that going back shows at once what was there. */
const known = new Map<string, Known>();

/** After somebody has signed out, nothing may be left. */
export const forgetAnswers = () => known.clear();

export interface Loaded<T> {
  /** The last good answer, or the one before the question changed; none at first. */
  readonly value: T | undefined;
  /** When it was true. */
  readonly time: Date | undefined;
  /** Whether the value belongs to an earlier question. */
  readonly isOld: boolean;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
}

/** Asks a question now and, quietly, again and again; keeps the last answer when asking fails. */
export function useLoad<T>(path: string, refreshMs = REFRESH_MS): Loaded<T> {
  const [problem, setProblem] = useState<Problem>();
  const [, setChanges] = useState(0);
  const [round, setRound] = useState(0);
  const last = useRef(path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks anew.
  useEffect(
    () =>
      poll<T>(path, refreshMs, {
        onAnswer: (value) => {
          known.set(path, { value, time: new Date() });
          setProblem(undefined);
          setChanges((count) => count + 1);
        },
        onProblem: setProblem,
      }),
    [path, refreshMs, round],
  );

  const found = known.get(path);
  if (found) {
    last.current = path;
  }
  const shown = found ?? known.get(last.current);
  return {
    value: shown?.value as T | undefined,
    time: shown?.time,
    isOld: !found && shown !== undefined,
    problem,
    retry: useCallback(() => setRound((count) => count + 1), []),
  };
}
