import { type ReactNode, useId } from 'react';

interface OptionGroupProps<Value> {
  legend: ReactNode;
  options: readonly (readonly [Value, ReactNode])[];
  type: 'radio' | 'checkbox';
  isChosen: (value: Value) => boolean;
  onChange: (value: NoInfer<Value>) => void;
}

/** Radio buttons or checkboxes in a row. */
function OptionGroup<Value>(props: OptionGroupProps<Value>) {
  const { legend, options, type, isChosen, onChange } = props;
  const name = useId();
  return (
    <fieldset className={type === 'radio' ? 'choice' : 'choice checks'}>
      <legend>{legend}</legend>
      <div className="choice-row">
        {options.map(([value, label]) => (
          <label key={`${value}`}>
            <input {...{ type, name }} checked={isChosen(value)} onChange={() => onChange(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type GroupProps<Value> = Pick<OptionGroupProps<Value>, 'legend' | 'options' | 'onChange'>;

/** One of a few options. */
export const Choice = <Value,>({ value, ...group }: GroupProps<Value> & { value: Value }) => (
  <OptionGroup type="radio" isChosen={(option) => option === value} {...group} />
);

/** Any number of a few options. */
export const Checks = <Value,>({
  values,
  ...group
}: GroupProps<Value> & { values: readonly Value[] }) => (
  <OptionGroup type="checkbox" isChosen={(option) => values.includes(option)} {...group} />
);
