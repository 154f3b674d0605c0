import type { ReactNode } from 'react';
import type { View } from '../state/address.ts';
import type { Course } from '../state/api.ts';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import type { Loaded } from '../state/use-load.ts';
import { Notice } from './notice.tsx';
import { RangePicker } from './range-picker.tsx';

interface FrameProps<T> {
  readonly view: View;
  readonly loaded: Loaded<T>;
  /** What stands above the title. */
  readonly above?: ReactNode;
  readonly title: ReactNode;
  /** Beside the title. */
  readonly beside?: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** Title, period and state of whatever is shown; the figures, as soon as there are some. */
export function Frame<T extends Course>(props: FrameProps<T>) {
  const { view, loaded, above, title, beside, children } = props;
  const { strings, format } = useStrings();
  const { value, time, isOld, problem, retry } = loaded;
  const against = (count: number) =>
    count === 1
      ? strings.figures.againstDay
      : fill(strings.figures.against, { count: format.number(count) });
  const today = value?.today ?? new Date().toISOString().slice(0, 10);
  return (
    <main id="figures">
      {above}
      <div className="top">
        <div className="title">
          <h1 tabIndex={-1}>{title}</h1>
          <p className="soft">
            <span>{value ? format.days(value.from, value.to) : '\u00a0'}</span>
            <span>{value && against(value.days.length)}</span>
            {beside}
          </p>
        </div>
        <RangePicker
          view={view}
          from={value?.from ?? today}
          to={value?.to ?? today}
          today={today}
        />
      </div>
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
