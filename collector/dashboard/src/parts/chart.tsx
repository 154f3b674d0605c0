import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { Drawing } from './chart-drawing.tsx';
import { labelledDays, placeX, type Series, topOf } from './chart-shape.ts';
import { Tip } from './chart-tip.tsx';
import { useChosenDay } from './use-chosen-day.ts';

interface ChartProps {
  readonly title: string;
  readonly days: readonly string[];
  readonly today: string;
  readonly series: readonly Series[];
}

const STEPS = [1, 0.75, 0.5, 0.25, 0];

/** Lines over days. Screen readers get a slider over the days; a table contains the same values. */
export function Chart({ title, days, today, series }: ChartProps) {
  const top = topOf(series.flatMap(({ values }) => values));
  return (
    <>
      <ChartSummary days={days} today={today} series={series} />
      <ul className="legend" aria-hidden="true">
        {series.map(({ name, look }) => (
          <li key={name} data-look={look}>
            {name}
          </li>
        ))}
      </ul>
      <div className="plot">
        <Scale top={top} />
        <Field title={title} days={days} today={today} series={series} top={top} />
        <DayLabels days={days} />
      </div>
    </>
  );
}

/** Names a day; the current one is incomplete. */
function useDayName(days: readonly string[], today: string) {
  const { strings, format } = useStrings();
  return (index: number): string => {
    const day = days[index] ?? '';
    const name = format.fullDay(day);
    return day === today ? fill(strings.chart.soFar, { day: name }) : name;
  };
}

function ChartSummary({ days, today, series }: Omit<ChartProps, 'title'>) {
  const { strings, format } = useStrings();
  const nameDay = useDayName(days, today);
  const main = series[0]?.values ?? [];
  const best = main.indexOf(Math.max(...main));
  return (
    <p className="unseen" id="chart-summary">
      {fill(strings.chart.summary, {
        count: days.length,
        day: nameDay(best),
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

function Field({ title, days, today, series, top }: ChartProps & { readonly top: number }) {
  const { strings, format } = useStrings();
  const { index, handlers } = useChosenDay(days.length);
  const nameDay = useDayName(days, today);
  const chosen = index ?? days.length - 1;
  const pair = (name: string, value: string) => fill(strings.chart.figure, { name, value });
  const values = series
    .map(({ name, values }) => pair(name, format.number(values[chosen] ?? 0)))
    .join(format.comma);
  return (
    <div
      className="field"
      role="slider"
      tabIndex={0}
      aria-label={fill(strings.chart.label, { title, part: strings.chart.day })}
      aria-describedby="chart-summary"
      aria-valuemin={1}
      aria-valuemax={days.length}
      aria-valuenow={chosen + 1}
      aria-valuetext={pair(nameDay(chosen), values)}
      {...handlers}
    >
      <Drawing
        series={series}
        top={top}
        steps={STEPS}
        index={index}
        isComplete={days.at(-1) !== today}
      />
      {index !== undefined && (
        <Tip series={series} index={index} count={days.length} top={top} name={nameDay(index)} />
      )}
    </div>
  );
}

function DayLabels({ days }: { readonly days: readonly string[] }) {
  const { format } = useStrings();
  const styleOf = (index: number) =>
    index < days.length - 1 ? { insetInlineStart: `${placeX(index, days.length)}%` } : {};
  return (
    <div className="days" aria-hidden="true">
      {labelledDays(days.length).map((index) => (
        <span key={index} style={styleOf(index)}>
          {format.day(days[index] ?? '')}
        </span>
      ))}
    </div>
  );
}
