import type { Report } from '../state/api.ts';
import { Chart } from './chart.tsx';
import type { Series } from './chart-shape.ts';
import { DayTable } from './day-table.tsx';

interface DayChartProps {
  readonly title: string;
  readonly report: Report;
  readonly series: readonly Series[];
  readonly csv: string;
}

/** The chart of a report, and the same values as a table. */
export function DayChart({ title, report, series, csv }: DayChartProps) {
  const days = report.days.map(({ day }) => day);
  return (
    <figure className="card chart" aria-labelledby="chart">
      <h2 id="chart">{title}</h2>
      <Chart title={title} days={days} today={report.today} series={series} />
      <DayTable title={title} days={days} series={series} csv={csv} />
    </figure>
  );
}
