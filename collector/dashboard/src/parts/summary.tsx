import type { ReactNode } from 'react';
import type { Figures } from '../state/api.ts';
import { changeOf, fill, ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  /** The current and the previous value; undefined if they can't be compared. */
  readonly compared?: [now: number, before: number, text: string];
  /** Shown instead of the comparison. */
  readonly note?: string;
  readonly isLive?: boolean;
}

/** Returns a function that creates a figure and compares it with the previous period. */
export const createComparison =
  (total: Figures, before: Figures) =>
  (name: string, show: (value: number) => string, of: (figures: Figures) => number): Figure => ({
    name,
    value: show(of(total)),
    compared: [of(total), of(before), show(of(before))],
  });

export const timePerView = ({ milliseconds, views }: Figures): number =>
  ratioOf(milliseconds, views);

export function Summary({ figures }: { figures: readonly Figure[] }) {
  const { strings } = useStrings();
  return (
    <section className="summary" aria-label={strings.figures.title}>
      <dl>
        {figures.map(({ name, value, compared, note, isLive }) => (
          <div key={name} className={isLive ? 'live' : undefined}>
            <dt>{name}</dt>
            <dd className="big">{value}</dd>
            <dd className="small">{compared ? <Change compared={compared} /> : note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Change({ compared: [now, before, text] }: { compared: [number, number, string] }) {
  const { strings, format } = useStrings();
  const change = changeOf(now, before);
  if (change === undefined) {
    return strings.figures.nothing;
  }
  // Rounded first, because a change of −0.4% counts as no change.
  const percent = Math.round(change * 100);
  const direction = percent === 0 ? 'same' : percent > 0 ? 'up' : 'down';
  return (
    <>
      <span className="change" data-direction={direction}>
        {format.change(percent / 100)}
      </span>{' '}
      {fill(strings.figures.before, { value: text })}
    </>
  );
}
