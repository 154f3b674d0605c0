import type { Row } from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { Coded } from './coded.tsx';
import { CsvLink } from './csv-link.tsx';
import { isComplete, useMoreRows } from './more-rows.tsx';

interface TopTableProps {
  readonly id: string;
  readonly strings: { readonly title: string; readonly value: string; readonly empty: string };
  /** The header of the number column. */
  readonly counted: string;
  readonly rows: readonly Row[];
  readonly csv?: string;
  /** Whether values are shown as code, because visitors typed them. */
  readonly isCode?: boolean;
  /** Whether the collector may have more rows. Default: whether it returned the maximum number. */
  readonly isTruncated?: boolean;
  /**
   * The views that equal 100%. Default: the sum of all rows, if the collector returned all of them.
   */
  readonly total?: number;
  readonly nameOf?: (value: string) => string;
}

const FEW = 8;

export const sumOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { views }) => sum + views, 0);

/** The most frequent values, each with a bar and its share. */
export function TopTable(props: TopTableProps) {
  const { id, strings, rows, csv, isTruncated = !isComplete(rows) } = props;
  const { total = isTruncated ? undefined : sumOf(rows) } = props;
  const { shown, more } = useMoreRows(rows, FEW, isTruncated);
  return (
    <section className="card table" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{strings.title}</h2>
        {csv && <CsvLink href={csv} title={strings.title} />}
      </div>
      {rows.length === 0 ? (
        <p className="empty">
          <Coded text={strings.empty} />
        </p>
      ) : (
        <Values {...props} total={total} rows={shown} most={rows[0]?.views ?? 0} />
      )}
      {more}
    </section>
  );
}

interface ValuesProps extends Omit<TopTableProps, 'csv' | 'isTruncated' | 'total'> {
  readonly most: number;
  readonly total: number | undefined;
}

function Values(props: ValuesProps) {
  const { id, strings, counted, rows, most, total } = props;
  const { strings: all } = useStrings();
  return (
    <table aria-labelledby={id}>
      <thead>
        <tr>
          <th scope="col">{strings.value}</th>
          <th scope="col" className="number">
            {counted}
          </th>
          {total !== undefined && (
            <th scope="col" className="number portion">
              {all.tables.share}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Value key={row.value} {...props} row={row} most={most} />
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps extends Pick<ValuesProps, 'isCode' | 'nameOf' | 'most' | 'total'> {
  readonly row: Row;
}

function Value({ row: { value, views }, isCode, nameOf = identity, most, total }: ValueProps) {
  const { format } = useStrings();
  return (
    <tr>
      <th
        scope="row"
        className={isCode ? 'share code' : 'share'}
        style={{ backgroundSize: `${ratioOf(views, most) * 100}% 100%` }}
      >
        <span title={nameOf(value)}>{nameOf(value)}</span>
      </th>
      <td className="number">{format.number(views)}</td>
      {total !== undefined && (
        <td className="number portion">{format.portion(ratioOf(views, total))}</td>
      )}
    </tr>
  );
}

const identity = (value: string): string => value;
