import { pluralize } from '../../../shared/pluralize';
import type { LazyStrings } from '../../../shared/strings';
import type { Answer } from './searcher';

interface StatusProps {
  readonly answer: Answer;
  readonly count: number;
  readonly strings: LazyStrings | undefined;
  /** The language of the strings. */
  readonly locale: string;
  /** The URL of the issue tracker, offered if there are no results. */
  readonly tracker: string;
  /** The label of the retry button. */
  readonly retry: string;
  onRetry(): void;
}

/** The live region is always in the DOM, so that its changes are announced. */
export function Status(props: StatusProps) {
  const { answer, count, strings, locale, tracker, retry, onRetry } = props;
  const { status, isLate, query } = answer;
  const isNone = status === 'found' && count === 0;
  return (
    <div className="search-state" data-state={isNone ? 'none' : status} data-query={query}>
      <p role="status">{strings && describe(answer, countIn(locale, count, strings), strings)}</p>
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

function describe(answer: Answer, found: string, strings: LazyStrings): string {
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
      return found
        ? withCorrection(found, corrected, strings)
        : strings.searchNone.replace('{query}', () => query);
  }
}

/** Empty if there are none. */
const countIn = (locale: string, count: number, { searchCount }: LazyStrings): string =>
  count > 0 ? pluralize(searchCount, count, locale) : '';

function withCorrection(found: string, query: string | undefined, strings: LazyStrings): string {
  return query === undefined
    ? found
    : strings.searchCorrected.replace('{query}', () => query).replace('{found}', found);
}
