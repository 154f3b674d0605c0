import type { Problem } from '../state/api.ts';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { Warning } from './icons.tsx';

interface NoticeProps {
  readonly problem: Problem | undefined;
  /** When the displayed data was loaded; undefined if there is none. */
  readonly time: Date | undefined;
  readonly retry: () => void;
}

/** Shows a problem, the age of the data, and a retry button. */
export function Notice({ problem, time, retry }: NoticeProps) {
  const { strings, format } = useStrings();
  const isShown = problem && problem.kind !== 'signed-out';
  const sentences = isShown
    ? [
        fill(strings.problem[problem.kind as 'away'], { message: problem.message }),
        time && fill(strings.problem.kept, { time: format.clock(time) }),
        problem.kind !== 'refused' && strings.problem.retrying,
      ]
    : [];
  return (
    <div className="status" role="status">
      {isShown && (
        <div className="notice">
          <Warning />
          <p>{sentences.filter(Boolean).join(format.gap)}</p>
          <button type="button" className="quiet" onClick={retry}>
            {strings.problem.retry}
          </button>
        </div>
      )}
    </div>
  );
}
