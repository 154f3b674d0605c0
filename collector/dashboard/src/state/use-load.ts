import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from './api.ts';
import { poll } from './poll.ts';

const REFRESH_MS = 60_000;

interface Answer {
  readonly value: unknown;
  readonly time: Date;
}

/** The last answers, so that going back shows them immediately. */
const answers = new Map<string, Answer>();

/** After signing out, no data may be left. */
export const forgetAnswers = () => answers.clear();

export interface Loaded<T> {
  /** The last answer, or the one of the previous path; undefined at first. */
  readonly value: T | undefined;
  /** When it was loaded. */
  readonly time: Date | undefined;
  /** Whether the value belongs to the previous path. */
  readonly isOld: boolean;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
}

/** Loads a path now and at intervals, or nothing if it is empty. Keeps the last answer after a failure. */
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
            onAnswer: (value) => {
              answers.set(path, { value, time: new Date() });
              setProblem(undefined);
              setChanges((count) => count + 1);
            },
            onProblem: setProblem,
          }),
    [path, refreshMs, round],
  );

  const found = answers.get(path);
  if (found) {
    last.current = path;
  }
  const shown = found ?? answers.get(last.current);
  return {
    value: shown?.value as T | undefined,
    time: shown?.time,
    isOld: !found && shown !== undefined,
    problem,
    retry: useCallback(() => setRound((count) => count + 1), []),
  };
}
