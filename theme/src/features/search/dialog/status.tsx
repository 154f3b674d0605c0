import type { LazyStrings } from '../../../shared/strings';
import type { Answer } from './searcher';

interface StatusProps {
  readonly answer: Answer;
  /** How many results there are. */
  readonly count: number;
  readonly words: LazyStrings | undefined;
  /** What the button says that tries again. */
  readonly retry: string;
  onRetry(): void;
}

/** Says how the search went. The place for it is always there, so that it is read out. */
export function Status({ answer, count, words, retry, onRetry }: StatusProps) {
  const { status, isLate } = answer;
  const isHelpful = words && (status === 'idle' || (status === 'found' && count === 0));
  return (
    <div className="search-state" data-state={status === 'found' && count === 0 ? 'none' : status}>
      <p role="status">{words && describe(answer, count, words)}</p>
      {isHelpful && !isLate && (
        <p className="search-hint">{status === 'idle' ? words.searchHint : words.searchNoneHint}</p>
      )}
      {status === 'failed' && (
        <button type="button" className="button" onClick={onRetry}>
          {retry}
        </button>
      )}
    </div>
  );
}

function describe({ status, isLate, query }: Answer, count: number, words: LazyStrings): string {
  if (isLate) {
    return words.searchLoading;
  }
  switch (status) {
    case 'idle':
      return '';
    case 'failed':
      return words.searchFailed;
    case 'found':
      return count > 0 ? countWith(count, words) : words.searchNone.replace('{query}', () => query);
  }
}

const countWith = (count: number, words: LazyStrings): string =>
  count === 1 ? words.searchOne : words.searchMany.replace('{count}', String(count));
