import { useEffect } from 'react';
import type { Problem } from '../state/api.ts';
import { Notice } from './notice.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { TopBar } from './top-bar.tsx';

const RETRY_MS = 5_000;

interface UnreachableProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** Shown if the first request fails. Retries periodically. */
export function Unreachable({ problem, onRetry }: UnreachableProps) {
  useEffect(() => {
    const timer = setInterval(onRetry, RETRY_MS);
    return () => clearInterval(timer);
  }, [onRetry]);
  return (
    <>
      <TopBar>
        <SettingsMenu />
      </TopBar>
      <main>
        <Notice problem={problem} time={undefined} retry={onRetry} />
      </main>
    </>
  );
}
