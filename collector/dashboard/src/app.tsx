import { useCallback, useEffect, useState } from 'react';
import { SignIn } from './parts/sign-in.tsx';
import { SiteDashboard } from './parts/site-dashboard.tsx';
import { Unreachable } from './parts/unreachable.tsx';
import { type Domain, load, Problem, type Session } from './state/api.ts';
import { forgetAnswers } from './state/use-load.ts';

export interface Start {
  readonly session: Session;
  readonly domains: readonly Domain[];
}

type State = Start | 'asking' | 'signed-out' | Problem;

async function begin(): Promise<State> {
  try {
    const [session, domains] = await Promise.all([
      load<Session>('/session'),
      load<readonly Domain[]>('/domains'),
    ]);
    return { session, domains };
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem('away', String(error));
    return problem.kind === 'signed-out' ? 'signed-out' : problem;
  }
}

/** Those with a token see the figures. */
export function App() {
  const [state, setState] = useState<State>('asking');
  const start = useCallback(async () => setState(await begin()), []);
  const end = useCallback(() => {
    forgetAnswers();
    setState('signed-out');
  }, []);
  useEffect(() => {
    start();
  }, [start]);

  if (state === 'asking') {
    return null; // It is a moment only: a sign of waiting would be a flicker.
  }
  if (state === 'signed-out') {
    return <SignIn onDone={start} />;
  }
  if (state instanceof Problem) {
    return <Unreachable problem={state} onRetry={start} />;
  }
  return <SiteDashboard start={state} onChange={start} onEnd={end} />;
}
