import { useState } from 'react';
import { linkTo, type View } from '../state/address.ts';
import type { Domain, PageRow } from '../state/api.ts';
import { fill, ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { PathText } from './coded.tsx';
import { CsvLink } from './csv-link.tsx';
import { languagePaths, looks } from './languages.ts';
import { useMoreRows } from './more-rows.tsx';
import { usePageColumns } from './page-columns.ts';
import { Scroll } from './scroll.tsx';

interface PagesTableProps {
  readonly domain: Domain;
  readonly view: View;
  readonly rows: readonly PageRow[];
  /** What all pages have together. */
  readonly total: PageRow;
  readonly csv: string;
}

const FEW = 12;

/** One row per page, its languages side by side. */
export function PagesTable({ domain, view, rows, total, csv }: PagesTableProps) {
  const { strings } = useStrings();
  const columns = usePageColumns(domain);
  const [sorting, setSorting] = useState('views');
  const column = columns.find(({ id }) => id === sorting) ?? columns[0];
  const sorted = rows.toSorted((a, b) => (column?.read(b) ?? 0) - (column?.read(a) ?? 0));
  const { shown, more } = useMoreRows(sorted, FEW);
  const most = Math.max(...rows.map(({ views }) => views), 1);
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
        <Scroll label={strings.pages.title}>
          <table aria-labelledby="pages">
            <thead>
              <tr>
                <th scope="col">{strings.pages.page}</th>
                {columns.map(({ id, name, look }) => (
                  <th
                    key={id}
                    scope="col"
                    className="number"
                    aria-sort={id === column?.id ? 'descending' : undefined}
                  >
                    <button
                      type="button"
                      className="plain"
                      data-look={look}
                      title={fill(strings.table.sort, { column: name })}
                      onClick={() => setSorting(id)}
                    >
                      {name}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.page}>
                  <th scope="row" className="code">
                    <Shares row={row} paths={languagePaths(domain.languages)} most={most} />
                    <a {...linkTo({ ...view, page: row.page })} data-page={row.page}>
                      <PathText path={row.page} />
                    </a>
                  </th>
                  {columns.map(({ id, read, show }) => (
                    <td key={id} className="number">
                      {show(read(row))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{strings.pages.all}</th>
                {columns.map(({ id, read, show }) => (
                  <td key={id} className="number">
                    {show(read(total))}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </Scroll>
      )}
      {more}
    </section>
  );
}

interface SharesProps {
  readonly row: PageRow;
  readonly paths: readonly string[];
  readonly most: number;
}

/** The quiet bar of a page, in as many parts as it has languages. The columns say the same. */
function Shares({ row, paths, most }: SharesProps) {
  const parts = paths.length > 1 ? paths.map((path) => Number(row[path] ?? 0)) : [row.views];
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
