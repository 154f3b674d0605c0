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

/** Views, also by language, visits that started on the page, and time on page. */
export function usePageColumns({ languages }: Domain): Column[] {
  const { words, format } = useWords();
  const paths = languagePaths(languages);
  const split = paths.map((path, index) => ({
    id: path,
    name: languageName(path, words.pages.main, format),
    look: looks[index % looks.length],
    read: (row: PageRow) => row.languages[path] ?? 0,
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
