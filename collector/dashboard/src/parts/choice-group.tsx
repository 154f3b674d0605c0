interface ChoiceGroupProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value | undefined;
  readonly onChange: (value: NoInfer<Value>) => void;
  /** Whether the legend is only visible to screen readers. */
  readonly isPlain?: boolean;
}

/** Radio buttons in a row. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { legend, name, options, value: chosen, onChange, isPlain = false } = props;
  return (
    <fieldset className="choice">
      <legend className={isPlain ? 'unseen' : ''}>{legend}</legend>
      <div className="choice-row">
        {options.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
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
