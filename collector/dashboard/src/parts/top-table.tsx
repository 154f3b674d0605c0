import type { Row } from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useWords } from '../state/words.ts';
import { Coded } from './coded.tsx';
import { CsvLink } from './csv-link.tsx';
import { useMoreRows } from './more-rows.tsx';

interface TopTableProps {
  readonly id: string;
  readonly words: { readonly title: string; readonly value: string; readonly empty: string };
  /** The heading of the numbers. */
  readonly counted: string;
  readonly rows: readonly Row[];
  readonly csv: string;
  /** Whether values are shown as code, because visitors typed them. */
  readonly isCode?: boolean;
  readonly nameOf?: (value: string) => string;
}

const FEW = 8;

/** The most frequent values, each with a bar. */
export function TopTable(props: TopTableProps) {
  const { id, words, rows, csv } = props;
  const { shown, more } = useMoreRows(rows, FEW);
  return (
    <section className="card table" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{words.title}</h2>
        <CsvLink href={csv} title={words.title} />
      </div>
      {rows.length === 0 ? (
        <p className="empty">
          <Coded text={words.empty} />
        </p>
      ) : (
        <Values {...props} rows={shown} most={rows[0]?.views ?? 0} />
      )}
      {more}
    </section>
  );
}

function Values(props: Omit<TopTableProps, 'csv'> & { readonly most: number }) {
  const { id, words, counted, rows, most, isCode = false, nameOf = (value) => value } = props;
  const { format } = useWords();
  return (
    <table aria-labelledby={id}>
      <thead>
        <tr>
          <th scope="col">{words.value}</th>
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
