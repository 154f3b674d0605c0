import { useId } from 'react';
import type { Report } from '../state/api.ts';
import { useStrings } from '../state/strings.ts';
import { Chart } from './chart.tsx';
import { useAxis } from './chart-axis.ts';
import type { Series } from './chart-shape.ts';
import { ChartTable } from './chart-table.tsx';

interface ReportChartProps {
  readonly title: string;
  readonly report: Report;
  readonly series: readonly Series[];
  readonly csv?: string;
  /**
   * A one-sentence description of the chart. By default, it contains the highest number of views.
   */
  readonly summary?: string;
}

/** The chart of a report, and the same values as a table. */
export function ReportChart({ title, report, series, csv, summary }: ReportChartProps) {
  const { strings } = useStrings();
  const id = useId();
  const axis = useAxis(report);
  const known = series.filter(({ values }) => values.length > 0);
  return (
    <figure className="card chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Chart
        title={title}
        axis={axis}
        series={known}
        summary={summary ?? strings.chart[axis.unit].summary}
      />
      <ChartTable title={title} axis={axis} series={known} csv={csv} />
    </figure>
  );
}
