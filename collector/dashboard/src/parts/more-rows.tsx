import { useState } from 'react';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';

/** The maximum number of rows in a response: `DEFAULT_LIMIT` of the API. */
const MAX_ROWS = 100;

export const isComplete = (rows: readonly unknown[]): boolean => rows.length < MAX_ROWS;

/** Shows the first rows of a table, and the others on demand. */
export function useMoreRows<T>(
  rows: readonly T[],
  few: number,
  isTruncated: boolean = !isComplete(rows),
) {
  const [isOpen, setIsOpen] = useState(false);
  return {
    shown: isOpen ? rows : rows.slice(0, few),
    more: rows.length > few && (
      <MoreRows
        count={rows.length}
        isTruncated={isTruncated}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
    ),
  };
}

interface MoreRowsProps {
  readonly count: number;
  /** Whether the collector may have more rows. */
  readonly isTruncated: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function MoreRows({ count, isTruncated, isOpen, onToggle }: MoreRowsProps) {
  const { strings, format } = useStrings();
  return (
    <p className="more">
      <button type="button" className="plain" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? strings.table.fewer : fill(strings.table.all, { count: format.number(count) })}
      </button>
      {isOpen && isTruncated && (
        <span className="soft">{fill(strings.table.cut, { count: format.number(count) })}</span>
      )}
    </p>
  );
}
