import type { Domain, PageRow } from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useWords } from '../state/words.ts';
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
  const { words, format } = useWords();
  const paths = languagePaths(languages);
  const split = paths.map((path, index) => ({
    id: path,
    name: languageName(path, words.pages.main, format),
    look: looks[index % looks.length],
    read: (row: PageRow) => Number(row[path] ?? 0),
    show: (value: number) => (value ? format.number(value) : '–'),
  }));
  return [
    {
      id: 'views',
      name: words.figures.views,
      read: (row) => row.views,
      show: format.number,
    },
    ...(paths.length > 1 ? split : []),
    {
      id: 'readers',
      name: words.figures.entries,
      read: (row) => row.readers,
      show: format.number,
    },
    {
      id: 'time',
      name: words.figures.time,
      read: (row) => ratioOf(row.milliseconds, row.views),
      show: format.time,
    },
  ];
}
