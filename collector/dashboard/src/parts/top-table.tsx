import type { Row } from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { Coded } from './coded.tsx';
import { CsvLink } from './csv-link.tsx';
import { useMoreRows } from './more-rows.tsx';

interface TopTableProps {
  readonly id: string;
  readonly strings: { readonly title: string; readonly value: string; readonly empty: string };
  /** The heading of the numbers. */
  readonly counted: string;
  readonly rows: readonly Row[];
  readonly csv?: string;
  /** Whether values are shown as code, because visitors typed them. */
  readonly isCode?: boolean;
  readonly nameOf?: (value: string) => string;
}

const FEW = 8;

/** The most frequent values, each with a bar. */
export function TopTable(props: TopTableProps) {
  const { id, strings, rows, csv } = props;
  const { shown, more } = useMoreRows(rows, FEW);
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
        <Values {...props} rows={shown} most={rows[0]?.views ?? 0} />
      )}
      {more}
    </section>
  );
}

function Values(props: Omit<TopTableProps, 'csv'> & { readonly most: number }) {
  const { id, strings, counted, rows, most, isCode = false, nameOf = (value) => value } = props;
  const { format } = useStrings();
  return (
    <table aria-labelledby={id}>
      <thead>
        <tr>
          <th scope="col">{strings.value}</th>
          <th scope="col" className="number">
            {counted}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ value, views }) => (
          <tr key={value}>
            <th
              scope="row"
              className={isCode ? 'share code' : 'share'}
              style={{ backgroundSize: `${ratioOf(views, most) * 100}% 100%` }}
            >
              <span title={nameOf(value)}>{nameOf(value)}</span>
            </th>
            <td className="number">{format.number(views)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
