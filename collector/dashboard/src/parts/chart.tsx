import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { areaOf, brokenLineOf, labelledDays, lineOf, placeX, topOf } from './chart-shape.ts';
import { Tip } from './chart-tip.tsx';
import { useChosenDay } from './use-chosen-day.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** How it is drawn: `main` with its area, `before` faintly, others by colour and dashes. */
  readonly look: 'main' | 'second' | 'third' | 'before';
}

interface ChartProps {
  readonly title: string;
  readonly days: readonly string[];
  readonly today: string;
  readonly series: readonly Series[];
}

const placeAt = (index: number, count: number) => ({
  insetInlineStart: `${placeX(index, count)}%`,
});

const STEPS = [1, 0.75, 0.5, 0.25, 0];

/** Lines over days. Arrow keys go from day to day and say its figures; a table tells the same. */
export function Chart({ title, days, today, series }: ChartProps) {
  const { strings, format } = useStrings();
  const { index, handlers } = useChosenDay(days.length);
  const top = topOf(series.flatMap(({ values }) => values));
  const main = series[0]?.values ?? [];
  const best = main.indexOf(Math.max(...main));
  const chosen = index ?? days.length - 1;
  const isOver = days.at(-1) !== today;

  const nameDay = (at: number) => {
    const day = days[at] ?? '';
    const name = format.fullDay(day);
    return day === today ? fill(strings.chart.soFar, { day: name }) : name;
  };
  const pair = (name: string, value: string) => fill(strings.chart.figure, { name, value });
  const tell = (at: number) =>
    series.map(({ name, values }) => pair(name, format.number(values[at] ?? 0))).join(format.comma);

  return (
    <>
      <p className="unseen" id="chart-summary">
        {fill(strings.chart.summary, {
          count: days.length,
          day: nameDay(best),
          views: format.number(main[best] ?? 0),
        })}
      </p>
      <ul className="legend" aria-hidden="true">
        {series.map(({ name, look }) => (
          <li key={name} data-look={look}>
            {name}
          </li>
        ))}
      </ul>
      <div className="plot">
        <div className="scale" aria-hidden="true">
          {STEPS.map((step) => (
            <span key={step}>{format.number(top * step)}</span>
          ))}
        </div>
        <div
          className="field"
          role="slider"
          tabIndex={0}
          aria-label={fill(strings.chart.label, { title, part: strings.chart.day })}
          aria-describedby="chart-summary"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={chosen + 1}
          aria-valuetext={pair(nameDay(chosen), tell(chosen))}
          {...handlers}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {STEPS.map((step) => (
              <line key={step} className="grid" x1="0" x2="100" y1={step * 100} y2={step * 100} />
            ))}
            <path className="area" data-look="main" d={areaOf(main, top)} />
            {series.toReversed().map(({ name, values, look }) => (
              <Line
                key={name}
                look={look}
                d={isOver ? [lineOf(values, top)] : brokenLineOf(values, top)}
              />
            ))}
            {index !== undefined && (
              <line
                className="guide"
                x1={placeX(index, days.length)}
                x2={placeX(index, days.length)}
                y1="0"
                y2="100"
              />
            )}
          </svg>
          {index !== undefined && (
            <Tip
              series={series}
              index={index}
              count={days.length}
              top={top}
              name={nameDay(index)}
            />
          )}
        </div>
        <div className="days" aria-hidden="true">
          {labelledDays(days.length).map((at) => (
            <span key={at} style={at < days.length - 1 ? placeAt(at, days.length) : {}}>
              {format.day(days[at] ?? '')}
            </span>
          ))}
        </div>
      </div>
    </>
  );
}

interface LineProps {
  readonly look: Series['look'];
  /** The line, and what of it is not certain yet: the day is not over. */
  readonly d: readonly string[];
}

function Line({ look, d: [certain, open] }: LineProps) {
  return (
    <g data-look={look}>
      <path className="line" d={certain} />
      {open && <path className={look === 'before' ? 'line' : 'line open'} d={open} />}
    </g>
  );
}
