import type { ReactNode } from 'react';
import type { View } from '../state/address.ts';
import type { Report } from '../state/api.ts';
import { fill, findToday } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import type { Loaded } from '../state/use-load.ts';
import { Notice } from './notice.tsx';
import { RangePicker } from './range-picker.tsx';

interface FrameProps<T> {
  readonly view: View;
  readonly loaded: Loaded<T>;
  readonly above?: ReactNode;
  readonly title: ReactNode;
  /** Shown next to the title. */
  readonly extra?: ReactNode;
  /** Whether the report is compared with the previous period. */
  readonly isCompared?: boolean;
  /** Shown below the title. */
  readonly tabs?: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** Renders the title, period and status of a report, and its content when it has loaded. */
export function Frame<T extends Report>(props: FrameProps<T>) {
  const { view, loaded, above, title, extra, isCompared = true, tabs, children } = props;
  const { strings } = useStrings();
  const { value, time, isOld, problem, retry } = loaded;
  const today = value?.today ?? findToday();
  return (
    <main id="figures">
      {above}
      <div className="top">
        <div className="title">
          <h1 tabIndex={-1}>{title}</h1>
          <p className="soft">
            <Period report={value} isCompared={isCompared} />
            {extra}
          </p>
        </div>
        <RangePicker
          view={view}
          from={value?.from ?? today}
          to={value?.to ?? today}
          today={today}
        />
      </div>
      {tabs}
      <Notice problem={problem} time={time} retry={retry} />
      {value ? (
        <div className="content" aria-busy={isOld} data-old={isOld}>
          {children(value)}
        </div>
      ) : (
        !problem && (
          <div className="waiting" role="status">
            <span className="unseen">{strings.loading}</span>
          </div>
        )
      )}
    </main>
  );
}

interface PeriodProps {
  readonly report: Report | undefined;
  readonly isCompared: boolean;
}

/** The days of a report, and the days that it is compared with. */
function Period({ report, isCompared }: PeriodProps) {
  const { strings, format } = useStrings();
  const count = report?.days.length ?? 0;
  const { against, againstDay, againstYesterday } = strings.figures;
  const isToday = report?.from === report?.today;
  const compared = count > 1 ? against : isToday ? againstYesterday : againstDay;
  return (
    <>
      <span>{report ? format.days(report.from, report.to) : '\u00a0'}</span>
      <span>{isCompared && report && fill(compared, { count: format.number(count) })}</span>
    </>
  );
}
