import type { Report } from '../state/api.ts';
import { Chart } from './chart.tsx';
import { useAxis } from './chart-axis.ts';
import type { Series } from './chart-shape.ts';
import { ChartTable } from './chart-table.tsx';

interface ReportChartProps {
  readonly title: string;
  readonly report: Report;
  readonly series: readonly Series[];
  readonly csv: string;
}

/** The chart of a report, and the same values as a table. */
export function ReportChart({ title, report, series, csv }: ReportChartProps) {
  const axis = useAxis(report);
  const known = series.filter(({ values }) => values.length > 0);
  return (
    <figure className="card chart" aria-labelledby="chart">
      <h2 id="chart">{title}</h2>
      <Chart title={title} axis={axis} series={known} />
      <ChartTable title={title} axis={axis} series={known} csv={csv} />
    </figure>
  );
}
