import { type FormEvent, useState } from 'react';
import { goTo, PRESETS, queryOf, type View } from '../state/address.ts';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { ChoiceGroup } from './choice-group.tsx';

interface RangePickerProps {
  readonly view: View;
  /** The displayed days. */
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

const OWN = 'own';

/** Selects a preset or custom dates. */
export function RangePicker({ view, from, to, today }: RangePickerProps) {
  const { strings } = useStrings();
  const { range } = view;
  const [isOpen, setIsOpen] = useState(false);
  const isOwn = isOpen || 'from' in range;
  const nameDays = (count: number) =>
    count === 1 ? strings.range.today : fill(strings.range.days, { count });
  const options = [
    ...PRESETS.map((days) => [String(days), nameDays(days)] as const),
    [OWN, strings.range.own] as const,
  ];

  function choose(value: string): void {
    setIsOpen(value === OWN);
    if (value !== OWN) {
      goTo({ ...view, range: { days: Number(value) } });
    }
  }

  return (
    <div className="range">
      <ChoiceGroup
        isPlain
        name="range"
        legend={strings.range.title}
        options={options}
        value={isOwn ? OWN : queryOf(range).days}
        onChange={choose}
      />
      {isOwn && <OwnDates key={`${from} ${to}`} view={view} from={from} to={to} today={today} />}
    </div>
  );
}

function OwnDates({ view, from, to, today }: RangePickerProps) {
  const { strings } = useStrings();
  const [isWrong, setIsWrong] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const own = { from: String(fields.get('from')), to: String(fields.get('to')) };
    setIsWrong(own.from > own.to);
    if (own.from <= own.to) {
      goTo({ ...view, range: own });
    }
  }

  return (
    <form className="dates" onSubmit={submit}>
      <label>
        {strings.range.from}
        <input type="date" name="from" defaultValue={from} max={today} required />
      </label>
      <label>
        {strings.range.to}
        <input type="date" name="to" defaultValue={to} max={today} required />
      </label>
      <button type="submit" className="quiet">
        {strings.range.apply}
      </button>
      <p className="wrong" role="alert">
        {isWrong && strings.range.wrong}
      </p>
    </form>
  );
}
