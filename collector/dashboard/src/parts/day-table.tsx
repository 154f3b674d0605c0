import { useState } from 'react';
import { useStrings } from '../state/strings.ts';
import type { Series } from './chart-shape.ts';
import { CsvLink } from './csv-link.tsx';
import { Scroll } from './scroll.tsx';

interface DayTableProps {
  readonly title: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly csv: string;
}

/** The values of the chart; the newest day first. */
export function DayTable({ title, days, series, csv }: DayTableProps) {
  const { strings } = useStrings();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="day-table">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{strings.chart.table}</summary>
        {isOpen && <Days title={title} days={days} series={series} />}
      </details>
      <CsvLink href={csv} title={title} />
    </div>
  );
}

function Days({ title, days, series }: Omit<DayTableProps, 'csv'>) {
  const { strings, format } = useStrings();
  const shown = series.filter(({ look }) => look !== 'before');
  return (
    <Scroll label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{strings.table.day}</th>
            {shown.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day, index) => (
            <tr key={day}>
              <th scope="row">{format.fullDay(day)}</th>
              {shown.map(({ name, values }) => (
                <td key={name} className="number">
                  {format.number(values[days.length - 1 - index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
