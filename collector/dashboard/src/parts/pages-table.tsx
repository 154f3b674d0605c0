import { useState } from 'react';
import { linkTo, type View } from '../state/address.ts';
import { type Domain, type PageRow, pathOf } from '../state/api.ts';
import { fill, ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { useLoad } from '../state/use-load.ts';
import { PathText } from './coded.tsx';
import { CsvLink } from './csv-link.tsx';
import { languagePaths, looks } from './languages.ts';
import { isComplete, useMoreRows } from './more-rows.tsx';
import { type Column, usePageColumns } from './page-columns.ts';
import { Scroll } from './scroll.tsx';

interface PagesTableProps {
  readonly domain: Domain;
  readonly view: View;
  readonly rows: readonly PageRow[];
  /** The totals of all pages. */
  readonly total: PageRow;
  readonly csv: string;
}

const FEW = 12;
const BY_VIEWS = 'views';

/** One row per page, with one column per language. */
export function PagesTable({ domain, view, rows, total, csv }: PagesTableProps) {
  const { strings } = useStrings();
  return (
    <section className="card table pages" aria-labelledby="pages">
      <div className="head">
        <h2 id="pages">{strings.pages.title}</h2>
        <p className="soft">{domain.languages.length > 0 && strings.pages.hint}</p>
        <CsvLink href={csv} title={strings.pages.title} />
      </div>
      {rows.length === 0 ? (
        <p className="empty">{strings.pages.empty}</p>
      ) : (
        <SortedPages domain={domain} view={view} rows={rows} total={total} />
      )}
    </section>
  );
}

function SortedPages({ domain, view, rows, total }: Omit<PagesTableProps, 'csv'>) {
  const { strings } = useStrings();
  const columns = usePageColumns(domain);
  const [sorting, setSorting] = useState(BY_VIEWS);
  const column = columns.find(({ id }) => id === sorting) ?? columns[0];
  const found = useFirstRows(domain, view, rows, sorting);
  const sorted = found.toSorted((a, b) => (column?.read(b) ?? 0) - (column?.read(a) ?? 0));
  const { shown, more } = useMoreRows(sorted, FEW);
  const paths = languagePaths(domain.languages);
  const most = Math.max(...rows.map(({ views }) => views), 1);
  return (
    <>
      <Scroll label={strings.pages.title}>
        <table aria-labelledby="pages">
          <Head columns={columns} sorting={column?.id} onSort={setSorting} />
          <tbody>
            {shown.map((row) => (
              <PageCells key={row.page} {...{ row, columns, view, paths, most }} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{strings.pages.all}</th>
              <Numbers row={total} columns={columns} />
            </tr>
          </tfoot>
        </table>
      </Scroll>
      {more}
    </>
  );
}

/** Returns the first rows in an order. Loads them if the report doesn't contain all pages. */
function useFirstRows(domain: Domain, view: View, rows: readonly PageRow[], sort: string) {
  const hasFirst = isComplete(rows) || sort === BY_VIEWS;
  const path = hasFirst ? '' : pathOf(domain, 'pages', view.range, { sort });
  const { value, isOld } = useLoad<readonly PageRow[]>(path);
  return hasFirst || isOld ? rows : (value ?? rows);
}

interface HeadProps {
  readonly columns: readonly Column[];
  readonly sorting: string | undefined;
  readonly onSort: (id: string) => void;
}

function Head({ columns, sorting, onSort }: HeadProps) {
  const { strings } = useStrings();
  return (
    <thead>
      <tr>
        <th scope="col">{strings.pages.page}</th>
        {columns.map(({ id, name, look }) => (
          <th
            key={id}
            scope="col"
            className="number"
            aria-sort={id === sorting ? 'descending' : undefined}
          >
            <button
              type="button"
              className="plain"
              data-look={look}
              title={fill(strings.table.sort, { column: name })}
              onClick={() => onSort(id)}
            >
              {name}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface NumbersProps {
  readonly row: PageRow;
  readonly columns: readonly Column[];
}

const Numbers = ({ row, columns }: NumbersProps) =>
  columns.map(({ id, show }) => (
    <td key={id} className="number">
      {show(row)}
    </td>
  ));

interface SharesProps {
  readonly row: PageRow;
  /** The paths of the languages. */
  readonly paths: readonly string[];
  /** The views of the most viewed page. */
  readonly most: number;
}

function PageCells(props: NumbersProps & SharesProps & { readonly view: View }) {
  const { row, columns, view, paths, most } = props;
  return (
    <tr>
      <th scope="row" className="code">
        <Shares row={row} paths={paths} most={most} />
        <a {...linkTo({ ...view, page: row.page })} data-page={row.page}>
          <PathText path={row.page} />
        </a>
      </th>
      <Numbers row={row} columns={columns} />
    </tr>
  );
}

/** The bar of a page, with a segment per language. Screen readers read the columns instead. */
function Shares({ row, paths, most }: SharesProps) {
  const parts = paths.length > 1 ? paths.map((path) => row.languages[path] ?? 0) : [row.views];
  return (
    <span className="shares" aria-hidden="true">
      {parts.map((views, index) => (
        <i
          key={paths[index]}
          data-look={looks[index % looks.length]}
          style={{ width: `${ratioOf(views, most) * 100}%` }}
        />
      ))}
    </span>
  );
}
