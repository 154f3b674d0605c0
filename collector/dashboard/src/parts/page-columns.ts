import type { Domain, PageRow } from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { answersOf, showHelpful } from './helpful.ts';
import { languageName, languagePaths, looks } from './languages.ts';
import { timePerView } from './summary.tsx';

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly look?: string | undefined;
  /** Returns the number that rows are sorted by. */
  readonly read: (row: PageRow) => number;
  readonly show: (row: PageRow) => string;
}

/** A column that shows the number it is sorted by. */
const plain = (column: Omit<Column, 'show'>, show: (value: number) => string): Column => ({
  ...column,
  show: (row) => show(column.read(row)),
});

/** Returns columns for views (also by language), entries, time on page, and answers. */
export function usePageColumns({ languages }: Domain): Column[] {
  const { strings, format } = useStrings();
  const paths = languagePaths(languages);
  const split = paths.map((path, index) =>
    plain(
      {
        id: path,
        name: languageName(path, strings.pages.main, format),
        look: looks[index % looks.length],
        read: (row) => row.languages[path] ?? 0,
      },
      (value) => (value ? format.number(value) : '–'),
    ),
  );
  const { views, entries, time } = strings.figures;
  return [
    plain({ id: 'views', name: views, read: (row) => row.views }, format.number),
    ...(paths.length > 1 ? split : []),
    plain({ id: 'readers', name: entries, read: (row) => row.readers }, format.number),
    plain({ id: 'time', name: time, read: timePerView }, format.time),
    {
      id: 'helpful',
      name: strings.feedback.helpful,
      // Sorted by the number of complaints, so that a single "no" isn't at the top.
      read: ({ feedback }) => feedback.no + ratioOf(feedback.no, answersOf(feedback)),
      show: ({ feedback }) => showHelpful(feedback, format),
    },
  ];
}
