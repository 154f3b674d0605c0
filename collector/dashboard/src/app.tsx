import { useCallback, useEffect, useState } from 'react';
import { SignIn } from './parts/sign-in.tsx';
import { SiteDashboard } from './parts/site-dashboard.tsx';
import { Unreachable } from './parts/unreachable.tsx';
import { Problem } from './state/api.ts';
import { signInByLink } from './state/link.ts';
import { loadStart, type Start } from './state/start.ts';
import { clearCache } from './state/use-load.ts';

const catchProblem = (problem: Problem): Problem => problem;

type State = Start | Problem | 'loading' | 'signed-out';

/** Shows the dashboard to users with a session, and the sign-in form to others. */
export function App() {
  const [state, setState] = useState<State>('loading');
  const start = useCallback(async () => {
    const loaded = await signInByLink().then(loadStart, catchProblem).catch(catchProblem);
    const isSignedOut = loaded instanceof Problem && loaded.kind === 'signed-out';
    setState(isSignedOut ? 'signed-out' : loaded);
  }, []);
  const end = useCallback(() => {
    clearCache();
    setState('signed-out');
  }, []);
  useEffect(() => {
    start();
  }, [start]);

  if (state === 'loading') {
    return null; // This state is brief, so an indicator would only flicker.
  }
  if (state === 'signed-out') {
    return <SignIn onDone={start} />;
  }
  if (state instanceof Problem) {
    return <Unreachable problem={state} onRetry={start} />;
  }
  return <SiteDashboard start={state} onChange={start} onEnd={end} />;
}
