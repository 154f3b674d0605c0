import type { Domain, PageRow } from '../state/api.ts';
import { useStrings } from '../state/strings.ts';
import { languageName, languagePaths, looks } from './languages.ts';
import { timePerView } from './summary.tsx';

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly look?: string | undefined;
  readonly read: (row: PageRow) => number;
  readonly show: (value: number) => string;
}

/** Views, also by language, visits that started on the page, and time on page. */
export function usePageColumns({ languages }: Domain): Column[] {
  const { strings, format } = useStrings();
  const paths = languagePaths(languages);
  const split = paths.map((path, index) => ({
    id: path,
    name: languageName(path, strings.pages.main, format),
    look: looks[index % looks.length],
    read: (row: PageRow) => row.languages[path] ?? 0,
    show: (value: number) => (value ? format.number(value) : '–'),
  }));
  return [
    { id: 'views', name: strings.figures.views, read: ({ views }) => views, show: format.number },
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
      read: timePerView,
      show: format.time,
    },
  ];
}
