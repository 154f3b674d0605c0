import { useId } from 'react';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import type { Axis } from './chart-axis.ts';
import { Drawing } from './chart-drawing.tsx';
import { placeX, type Series, topOf } from './chart-shape.ts';
import { Tip } from './chart-tip.tsx';
import { useChosenPoint } from './use-chosen-point.ts';

interface ChartProps {
  readonly title: string;
  readonly axis: Axis;
  readonly series: readonly Series[];
  readonly summary: string;
}

const STEPS = [1, 0.75, 0.5, 0.25, 0];

/**
 * A line chart over days or hours. Screen readers get a slider; `ChartTable` has the same values.
 */
export function Chart({ title, axis, series, summary }: ChartProps) {
  const id = useId();
  const top = topOf(series.flatMap(({ values }) => values));
  return (
    <>
      <ChartSummary id={id} axis={axis} series={series} summary={summary} />
      <ul className="legend" aria-hidden="true">
        {series.map(({ name, look }) => (
          <li key={name} data-look={look}>
            {name}
          </li>
        ))}
      </ul>
      <div className="plot">
        <Scale top={top} />
        <Field title={title} axis={axis} series={series} top={top} describedBy={id} />
        <Labels axis={axis} />
      </div>
    </>
  );
}

function ChartSummary({
  id,
  axis,
  series,
  summary,
}: Omit<ChartProps, 'title'> & { readonly id: string }) {
  const { format } = useStrings();
  const main = series[0]?.values ?? [];
  const best = main.indexOf(Math.max(...main));
  return (
    <p className="unseen" id={id}>
      {fill(summary, {
        count: main.length,
        name: axis.nameOf(best),
        views: format.number(main[best] ?? 0),
      })}
    </p>
  );
}

function Scale({ top }: { readonly top: number }) {
  const { format } = useStrings();
  return (
    <div className="scale" aria-hidden="true">
      {STEPS.map((step) => (
        <span key={step}>{format.number(top * step)}</span>
      ))}
    </div>
  );
}

interface FieldProps extends Omit<ChartProps, 'summary'> {
  readonly top: number;
  /** The id of the summary. */
  readonly describedBy: string;
}

function Field({ title, axis, series, top, describedBy }: FieldProps) {
  const { strings, format } = useStrings();
  const last = Math.max(...series.map(({ values }) => values.length)) - 1;
  const first = axis.open ?? last;
  const { index, handlers } = useChosenPoint(axis.count, last, first);
  const chosen = index ?? first;
  const known = series.filter(({ values }) => chosen < values.length);
  const pair = (name: string, value: string) => fill(strings.chart.figure, { name, value });
  const values = known
    .map(({ name, values }) => pair(name, format.number(values[chosen] ?? 0)))
    .join(format.comma);
  return (
    <div
      className="field"
      role="slider"
      tabIndex={0}
      aria-label={fill(strings.chart.label, { title, part: strings.chart[axis.unit].point })}
      aria-describedby={describedBy}
      aria-valuemin={1}
      aria-valuemax={last + 1}
      aria-valuenow={chosen + 1}
      aria-valuetext={pair(axis.nameOf(chosen), values)}
      {...handlers}
    >
      <Drawing series={series} top={top} steps={STEPS} index={index} axis={axis} />
      {index !== undefined && (
        <Tip series={known} index={index} count={axis.count} top={top} name={axis.nameOf(index)} />
      )}
    </div>
  );
}

function Labels({ axis: { unit, count, labeled, labelOf } }: Pick<ChartProps, 'axis'>) {
  return (
    <div className="labels" data-unit={unit} aria-hidden="true">
      {labeled.map((index) =>
        index === count - 1 ? (
          <span key={index} className="last">
            {labelOf(index)}
          </span>
        ) : (
          <span key={index} style={{ insetInlineStart: `${placeX(index, count)}%` }}>
            {labelOf(index)}
          </span>
        ),
      )}
    </div>
  );
}
