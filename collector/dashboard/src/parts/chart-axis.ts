import type { Figures, Report } from '../state/api.ts';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { labeledDays } from './chart-shape.ts';

export type Unit = 'day' | 'hour';

/** The points of a chart, from left to right. */
export interface Axis {
  readonly unit: Unit;
  readonly count: number;
  /** The index of the current day or hour, which isn't over. */
  readonly open: number | undefined;
  /** The points with a label. */
  readonly labeled: readonly number[];
  readonly labelOf: (index: number) => string;
  /** The full name, which screen readers announce too. */
  readonly nameOf: (index: number) => string;
}

const HOURS = 24;
const LABELED_HOURS = [0, 4, 8, 12, 16, 20];

/** For example 07:00. */
const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface Points {
  readonly unit: Unit;
  readonly values: readonly Figures[];
  /** Views of the previous period. */
  readonly before: readonly number[];
}

/** The hours of a report about a single day with records, and otherwise its days. */
export const pointsOf = ({ days, daysBefore, hours, hoursBefore }: Report): Points =>
  hours.length > 0
    ? { unit: 'hour', values: hours, before: hoursBefore }
    : { unit: 'day', values: days, before: daysBefore };

export function useAxis(report: Report): Axis {
  const { strings, format } = useStrings();
  const { days, today, to } = report;
  const { unit, values } = pointsOf(report);
  const dayOf = (index: number) => days[index]?.day ?? '';
  const open = to === today ? values.length - 1 : undefined;
  const points =
    unit === 'day'
      ? {
          count: days.length,
          labeled: labeledDays(days.length),
          labelOf: (index: number) => format.day(dayOf(index)),
          nameOf: (index: number) => format.fullDay(dayOf(index)),
        }
      : {
          count: HOURS,
          labeled: LABELED_HOURS,
          labelOf: clockOf,
          nameOf: (index: number) => `${clockOf(index)}–${clockOf(index + 1)} UTC`,
        };
  const nameOf = (index: number) =>
    index === open
      ? fill(strings.chart.soFar, { name: points.nameOf(index) })
      : points.nameOf(index);
  return { ...points, unit, open, nameOf };
}
