import type { Axis } from './chart-axis.ts';
import { areaOf, brokenLineOf, lineOf, placeX, type Series } from './chart-shape.ts';

interface DrawingProps {
  readonly series: readonly Series[];
  readonly top: number;
  /** Heights of the grid lines, from 0 to 1. */
  readonly steps: readonly number[];
  readonly index: number | undefined;
  readonly axis: Axis;
}

export function Drawing({ series, top, steps, index, axis: { count, open } }: DrawingProps) {
  const main = series[0]?.values ?? [];
  const x = index === undefined ? undefined : placeX(index, count);
  const isOpen = (look: Series['look']) => open !== undefined && look !== 'before';
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {steps.map((step) => (
        <line key={step} className="grid" x1="0" x2="100" y1={step * 100} y2={step * 100} />
      ))}
      <path className="area" data-look="main" d={areaOf(main, top, count)} />
      {series.toReversed().map(({ name, values, look }) => (
        <Line
          key={name}
          look={look}
          d={isOpen(look) ? brokenLineOf(values, top, count) : [lineOf(values, top, count)]}
        />
      ))}
      {x !== undefined && <line className="guide" x1={x} x2={x} y1="0" y2="100" />}
    </svg>
  );
}

interface LineProps {
  readonly look: Series['look'];
  /** The path of the line, and of its dashed end if the last day or hour isn't over. */
  readonly d: readonly string[];
}

function Line({ look, d: [complete, open] }: LineProps) {
  return (
    <g data-look={look}>
      <path className="line" d={complete} />
      {open && <path className="line open" d={open} />}
    </g>
  );
}
