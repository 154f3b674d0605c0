import { useStorage } from '@tuffet/react-hooks';
import {
  type Draft,
  desk,
  formatTemperature,
  formatTime,
  KINDS,
  type Kind,
  settings,
  shelf,
  USUAL,
} from '@tuffet-demos/shelf';
import type { FormEvent } from 'react';
import { useStrings } from './use-strings.ts';

export function NewTea() {
  const { strings } = useStrings();
  const { unit } = useStorage(settings).unitState;
  const { setTeas } = useStorage(shelf).teasState;
  const { draft, setDraft, resetDraft } = useStorage(desk).draftState;

  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));

  const add = (event: FormEvent) => {
    event.preventDefault();
    // False where there was no room: then nothing has changed, and the reader has been told.
    if (setTeas((now) => [...now, { ...draft, id: `${Date.now()}` }])) {
      resetDraft();
    }
  };

  return (
    <section className="card" aria-labelledby="new-title">
      <h2 id="new-title">{strings.newTea}</h2>
      <p className="soft">{strings.newTeaHint}</p>
      <form className="form" onSubmit={add}>
        <label>
          <span>{strings.name}</span>
          <input
            required
            maxLength={60}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </label>
        <label>
          <span>{strings.kind}</span>
          {/* A kind brings its usual temperature and time along. */}
          <select
            value={draft.kind}
            onChange={({ target: { value } }) =>
              change({ kind: value as Kind, ...USUAL[value as Kind] })
            }
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {strings.kinds[kind]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>
            {strings.temperature} <output>{formatTemperature(draft.celsius, unit)}</output>
          </span>
          <input
            type="range"
            min="60"
            max="100"
            step="5"
            value={draft.celsius}
            onChange={(event) => change({ celsius: event.target.valueAsNumber })}
          />
        </label>
        <label>
          <span>
            {strings.time} <output>{formatTime(draft.seconds)}</output>
          </span>
          <input
            type="range"
            min="15"
            max="600"
            step="15"
            value={draft.seconds}
            onChange={(event) => change({ seconds: event.target.valueAsNumber })}
          />
        </label>
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
