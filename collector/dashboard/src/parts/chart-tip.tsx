import { useStrings } from '../state/strings.ts';
import { placeX, placeY, type Series } from './chart-shape.ts';

interface TipProps {
  readonly series: readonly Series[];
  readonly index: number;
  readonly count: number;
  readonly top: number;
  readonly name: string;
}

/** Shows the values of the selected point, next to it and inside the chart. */
export function Tip({ series, index, count, top, name }: TipProps) {
  const { format } = useStrings();
  const x = placeX(index, count);
  return (
    <>
      {series.map(({ name, values, look }) => (
        <i
          key={name}
          className="dot"
          data-look={look}
          style={{ insetInlineStart: `${x}%`, top: `${placeY(values[index] ?? 0, top)}%` }}
        />
      ))}
      <div
        className="tip"
        aria-hidden="true"
        style={{ insetInlineStart: `${x}%`, translate: `${-x}% 0` }}
      >
        <strong>{name}</strong>
        {series.map(({ name, values, look }) => (
          <span key={name} data-look={look}>
            {name} <b>{format.number(values[index] ?? 0)}</b>
          </span>
        ))}
      </div>
    </>
  );
}
