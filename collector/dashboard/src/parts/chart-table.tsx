import { useState } from 'react';
import { useStrings } from '../state/strings.ts';
import type { Axis } from './chart-axis.ts';
import type { Series } from './chart-shape.ts';
import { CsvLink } from './csv-link.tsx';
import { Scroll } from './scroll.tsx';

interface ChartTableProps {
  readonly title: string;
  readonly axis: Axis;
  readonly series: readonly Series[];
  readonly csv?: string | undefined;
}

/** The values of a chart, the latest first. */
export function ChartTable({ title, axis, series, csv }: ChartTableProps) {
  const { strings } = useStrings();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="chart-table">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{strings.chart.table}</summary>
        {isOpen && <Values title={title} axis={axis} series={series} />}
      </details>
      {csv && <CsvLink href={csv} title={title} />}
    </div>
  );
}

function Values({ title, axis, series }: Omit<ChartTableProps, 'csv'>) {
  const { strings, format } = useStrings();
  const shown = series.filter(({ look }) => look !== 'before');
  const newestFirst = [...(shown[0]?.values.keys() ?? [])].reverse();
  return (
    <Scroll label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{strings.chart[axis.unit].column}</th>
            {shown.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newestFirst.map((index) => (
            <tr key={index}>
              <th scope="row">{axis.nameOf(index)}</th>
              {shown.map(({ name, values }) => (
                <td key={name} className="number">
                  {format.number(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
