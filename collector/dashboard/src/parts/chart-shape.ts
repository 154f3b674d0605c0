// The geometry of a chart: a square of 100 by 100 units, stretched with CSS.

export interface Series {
  readonly name: string;
  /** If the day isn't over, there are fewer values than points. */
  readonly values: readonly number[];
  /** `main` has an area, `before` is faint, the others differ by color and dashes. */
  readonly look: 'main' | 'second' | 'third' | 'before';
}

/** The smallest round number, divisible by four, that is not below the highest value. */
export function topOf(values: readonly number[]): number {
  const highest = Math.max(...values, 4);
  const size = 10 ** Math.floor(Math.log10(highest));
  const round = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].find((step) => step * size >= highest);
  return Math.ceil(((round ?? 10) * size) / 4) * 4;
}

/** Distributes points between the left and the right edge. A single point is centered. */
export const placeX = (index: number, count: number): number =>
  count > 1 ? (index / (count - 1)) * 100 : 50;

export const placeY = (value: number, top: number): number => 100 - (value / top) * 100;

/** The point nearest to a position from 0 to 1. */
export const indexAt = (position: number, count: number): number =>
  Math.min(Math.max(Math.round(position * (count - 1)), 0), count - 1);

const round = (value: number): number => Math.round(value * 100) / 100;

const pointsOf = (values: readonly number[], top: number, count: number): string[] =>
  values.map((value, index) => `${round(placeX(index, count))},${round(placeY(value, top))}`);

/** The path through the first of `count` points. A single value is a short line. */
export function lineOf(values: readonly number[], top: number, count: number): string {
  const [value] = values;
  if (values.length === 1 && value !== undefined) {
    return `M${Math.max(placeX(0, count) - 1, 0)},${round(placeY(value, top))}h2`;
  }
  return `M${pointsOf(values, top, count).join('L')}`;
}

/** Splits the path at the second to last value. */
export function brokenLineOf(
  values: readonly number[],
  top: number,
  count: number,
): [string, string] {
  const points = pointsOf(values, top, count);
  return points.length < 2
    ? [lineOf(values, top, count), '']
    : [`M${points.slice(0, -1).join('L')}`, `M${points.slice(-2).join('L')}`];
}

/** The area below the line. */
export function areaOf(values: readonly number[], top: number, count: number): string {
  const end = round(placeX(values.length - 1, count));
  return values.length > 1 ? `${lineOf(values, top, count)}L${end},100L0,100z` : '';
}

/** The indexes of the days with a label: the last one, and others at equal distances. */
export function labeledDays(count: number, most = 7): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)));
  const found: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) {
    found.unshift(index);
  }
  return found;
}
