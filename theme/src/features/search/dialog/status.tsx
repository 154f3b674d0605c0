import type { LazyStrings } from '../../../shared/strings';
import type { Answer } from './searcher';

interface StatusProps {
  readonly answer: Answer;
  readonly count: number;
  readonly strings: LazyStrings | undefined;
  /** Where to ask if there are no results. */
  readonly tracker: string;
  /** The label of the retry button. */
  readonly retry: string;
  onRetry(): void;
}

/** The live region is always in the DOM, so that its changes are announced. */
export function Status({ answer, count, strings, tracker, retry, onRetry }: StatusProps) {
  const { status, isLate } = answer;
  const isNone = status === 'found' && count === 0;
  return (
    <div className="search-state" data-state={isNone ? 'none' : status}>
      <p role="status">{strings && describe(answer, count, strings)}</p>
      {strings && !isLate && status === 'idle' && (
        <p className="search-hint">{strings.searchHint}</p>
      )}
      {strings && !isLate && isNone && (
        <p className="search-hint">
          {strings.searchNoneHint} <a href={tracker}>{strings.searchAsk}</a>
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

function describe(answer: Answer, count: number, strings: LazyStrings): string {
  const { status, isLate, query, corrected } = answer;
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
        ? countWith(count, corrected, strings)
        : strings.searchNone.replace('{query}', () => query);
  }
}

function countWith(count: number, corrected: string | undefined, strings: LazyStrings): string {
  const found =
    count === 1 ? strings.searchOne : strings.searchMany.replace('{count}', String(count));
  return corrected === undefined
    ? found
    : strings.searchCorrected.replace('{query}', () => corrected).replace('{found}', found);
}
