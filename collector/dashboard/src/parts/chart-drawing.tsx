import { areaOf, brokenLineOf, lineOf, placeX, type Series } from './chart-shape.ts';

interface DrawingProps {
  readonly series: readonly Series[];
  readonly top: number;
  /** Heights of the grid lines, from 0 to 1. */
  readonly steps: readonly number[];
  readonly index: number | undefined;
  /** Whether the last day is over. */
  readonly isComplete: boolean;
}

export function Drawing({ series, top, steps, index, isComplete }: DrawingProps) {
  const main = series[0]?.values ?? [];
  const x = index === undefined ? undefined : placeX(index, main.length);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {steps.map((step) => (
        <line key={step} className="grid" x1="0" x2="100" y1={step * 100} y2={step * 100} />
      ))}
      <path className="area" data-look="main" d={areaOf(main, top)} />
      {series.toReversed().map(({ name, values, look }) => (
        <Line
          key={name}
          look={look}
          d={isComplete ? [lineOf(values, top)] : brokenLineOf(values, top)}
        />
      ))}
      {x !== undefined && <line className="guide" x1={x} x2={x} y1="0" y2="100" />}
    </svg>
  );
}

interface LineProps {
  readonly look: Series['look'];
  /** The line, and the part of it that leads to a day that isn't over. */
  readonly d: readonly string[];
}

function Line({ look, d: [complete, open] }: LineProps) {
  return (
    <g data-look={look}>
      <path className="line" d={complete} />
      {open && <path className={look === 'before' ? 'line' : 'line open'} d={open} />}
    </g>
  );
}
