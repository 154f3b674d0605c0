import type { Domain, PageRow } from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { languageName, languagePaths, looks } from './languages.ts';

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly look?: string | undefined;
  readonly read: (row: PageRow) => number;
  readonly show: (value: number) => string;
}

/** What is told of a page: its views, in each language too, who began there, and how long. */
export function usePageColumns({ languages }: Domain): Column[] {
  const { strings, format } = useStrings();
  const paths = languagePaths(languages);
  const split = paths.map((path, index) => ({
    id: path,
    name: languageName(path, strings.pages.main, format),
    look: looks[index % looks.length],
    read: (row: PageRow) => Number(row[path] ?? 0),
    show: (value: number) => (value ? format.number(value) : '–'),
  }));
  return [
    {
      id: 'views',
      name: strings.figures.views,
      read: (row) => row.views,
      show: format.number,
    },
    ...(paths.length > 1 ? split : []),
    {
      id: 'readers',
      name: strings.figures.entries,
      read: (row) => row.readers,
      show: format.number,
    },
    {
      id: 'time',
      name: strings.figures.time,
      read: (row) => ratioOf(row.milliseconds, row.views),
      show: format.time,
    },
  ];
}
