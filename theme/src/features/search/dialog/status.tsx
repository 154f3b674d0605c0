import type { LazyStrings } from '../../../shared/strings';
import type { Answer } from './searcher';

interface StatusProps {
  readonly answer: Answer;
  readonly count: number;
  readonly strings: LazyStrings | undefined;
  /** The label of the retry button. */
  readonly retry: string;
  onRetry(): void;
}

/** The live region is always in the DOM, so that its changes are announced. */
export function Status({ answer, count, strings, retry, onRetry }: StatusProps) {
  const { status, isLate } = answer;
  const isHelpful = strings && (status === 'idle' || (status === 'found' && count === 0));
  return (
    <div className="search-state" data-state={status === 'found' && count === 0 ? 'none' : status}>
      <p role="status">{strings && describe(answer, count, strings)}</p>
      {isHelpful && !isLate && (
        <p className="search-hint">
          {status === 'idle' ? strings.searchHint : strings.searchNoneHint}
        </p>
      )}
      {status === 'failed' && (
        <button type="button" className="button" onClick={onRetry}>
          {retry}
        </button>
      )}
    </div>
  );
}

function describe({ status, isLate, query }: Answer, count: number, strings: LazyStrings): string {
  if (isLate) {
    return strings.searchLoading;
  }
  switch (status) {
    case 'idle':
      return '';
    case 'failed':
      return strings.searchFailed;
    case 'found':
      return count > 0
        ? countWith(count, strings)
        : strings.searchNone.replace('{query}', () => query);
  }
}

const countWith = (count: number, strings: LazyStrings): string =>
  count === 1 ? strings.searchOne : strings.searchMany.replace('{count}', String(count));
