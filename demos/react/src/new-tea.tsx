import { useStorage } from '@tuffet/react-hooks';
import {
  BREWING,
  type Draft,
  desk,
  KINDS,
  type Kind,
  SLIDERS,
  settings,
  shelf,
} from '@tuffet-demos/shelf';
import type { FormEvent } from 'react';
import { useStrings } from './use-strings.ts';

export function NewTea() {
  const { strings } = useStrings();
  const { setTeas } = useStorage(shelf).teasState;
  const { draft, setDraft, resetDraft } = useStorage(desk).draftState;
  const change = (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed }));

  const add = (event: FormEvent) => {
    event.preventDefault();
    // False if storage is full: then nothing has changed, and a notice says so.
    if (setTeas((now) => [...now, { ...draft, id: `${Date.now()}` }])) {
      resetDraft();
    }
  };

  return (
    <section className="card" aria-labelledby="new-title">
      <h2 id="new-title">{strings.newTea}</h2>
      <p className="soft">{strings.newTeaHint}</p>
      <form className="form" onSubmit={add}>
        <Fields draft={draft} onChange={change} />
        <p className="buttons">
          <button type="submit">{strings.add}</button>
          <button type="button" className="quiet" onClick={resetDraft}>
            {strings.resetDraft}
          </button>
        </p>
      </form>
    </section>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

function Fields({ draft, onChange }: FieldsProps) {
  const { strings } = useStrings();
  return (
    <>
      <label>
        <span>{strings.name}</span>
        <input
          required
          maxLength={60}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </label>
      <label>
        <span>{strings.kind}</span>
        {/* Also sets the default temperature and time of the kind. */}
        <select
          value={draft.kind}
          onChange={({ target: { value } }) =>
            onChange({ kind: value as Kind, ...BREWING[value as Kind] })
          }
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {strings.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <Sliders draft={draft} onChange={onChange} />
    </>
  );
}

function Sliders({ draft, onChange }: FieldsProps) {
  const { strings } = useStrings();
  const { unit } = useStorage(settings).unitState;
  return SLIDERS.map(({ name, label, format, ...range }) => (
    <label key={name}>
      <span>
        {strings[label]} <output>{format(draft[name], unit)}</output>
      </span>
      <input
        type="range"
        {...range}
        value={draft[name]}
        onChange={(event) => onChange({ [name]: event.target.valueAsNumber })}
      />
    </label>
  ));
}
