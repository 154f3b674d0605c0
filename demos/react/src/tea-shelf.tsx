import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import {
  desk,
  fill,
  formatTemperature,
  formatTime,
  settings,
  shelf,
  type Tea,
} from '@tuffet-demos/shelf';
import { useStrings } from './use-strings.ts';

export function TeaShelf() {
  const { strings } = useStrings();
  const { unit } = useStorage(settings).unitState;
  const { teas, setTeas } = useStorage(shelf).teasState;
  const { initialize, size } = useStorageHelper(shelf);
  const { brewing } = useStorage(desk).brewingState;
  const { patch } = useStorageHelper(desk);

  /** Both properties in one write: no other code ever sees a tea without its time. */
  const brew = ({ id, seconds }: Tea) =>
    patch({ brewing: id, readyAt: Date.now() + seconds * 1000 });

  const remove = (id: string) => setTeas((now) => now.filter((tea) => tea.id !== id));

  return (
    <section className="shelf" aria-labelledby="shelf-title">
      <h2 id="shelf-title">{strings.shelf}</h2>
      {teas.length === 0 && <p className="empty">{strings.emptyShelf}</p>}
      <ul className="tins">
        {teas.map((tea) => (
          <li key={tea.id} className="tin" data-kind={tea.kind}>
            <h3>{tea.name}</h3>
            <p className="tin-kind">{strings.kinds[tea.kind]}</p>
            {tea.id === brewing && <p className="badge tin-badge">{strings.pot}</p>}
            <p className="tin-facts">
              <span>{formatTemperature(tea.celsius, unit)}</span>
              <span>{formatTime(tea.seconds)}</span>
            </p>
            <div className="tin-buttons">
              <button
                type="button"
                aria-label={fill(strings.brewTea, { name: tea.name })}
                onClick={() => brew(tea)}
              >
                {strings.brew}
              </button>
              <button
                type="button"
                className="quiet"
                aria-label={fill(strings.removeTea, { name: tea.name })}
                onClick={() => remove(tea.id)}
              >
                {strings.remove}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <p className="shelf-foot">
        <button type="button" className="quiet" onClick={initialize}>
          {strings.initialize}
        </button>
        <span>{fill(strings.initializeHint, { count: `${size()}` })}</span>
      </p>
    </section>
  );
}
