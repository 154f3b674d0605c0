import { type ReactNode, useId } from 'react';

interface ChoiceProps<Value> {
  legend: ReactNode;
  options: readonly (readonly [Value, ReactNode])[];
  value: Value;
  onChange: (value: NoInfer<Value>) => void;
}

/** One of a few, all of them in sight. */
export function Choice<Value>({ legend, options, value: chosen, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="choice-row">
        {options.map(([value, label]) => (
          <label key={`${value}`}>
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChange(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ChecksProps<Value> {
  legend: ReactNode;
  options: readonly (readonly [Value, ReactNode])[];
  values: readonly Value[];
  onToggle: (value: NoInfer<Value>) => void;
}

/** Any of a few. */
export function Checks<Value>({ legend, options, values, onToggle }: ChecksProps<Value>) {
  return (
    <fieldset className="choice checks">
      <legend>{legend}</legend>
      <div className="choice-row">
        {options.map(([value, label]) => (
          <label key={`${value}`}>
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={() => onToggle(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
