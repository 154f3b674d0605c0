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
  const { teas } = useStorage(shelf).teasState;
  const { initialize, size } = useStorageHelper(shelf);
  return (
    <section className="shelf" aria-labelledby="shelf-title">
      <h2 id="shelf-title">{strings.shelf}</h2>
      {teas.length === 0 && <p className="empty">{strings.emptyShelf}</p>}
      <ul className="tins">
        {teas.map((tea) => (
          <Tin key={tea.id} tea={tea} />
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

function Tin({ tea }: { tea: Tea }) {
  const { strings } = useStrings();
  const { unit } = useStorage(settings).unitState;
  const { brewing } = useStorage(desk).brewingState;
  return (
    <li className="tin" data-kind={tea.kind}>
      <h3>{tea.name}</h3>
      <p className="tin-kind">{strings.kinds[tea.kind]}</p>
      {tea.id === brewing && <p className="badge tin-badge">{strings.pot}</p>}
      <p className="tin-facts">
        <span>{formatTemperature(tea.celsius, unit)}</span>
        <span>{formatTime(tea.seconds)}</span>
      </p>
      <TinButtons tea={tea} />
    </li>
  );
}

function TinButtons({ tea: { id, name, seconds } }: { tea: Tea }) {
  const { strings } = useStrings();
  const { setTeas } = useStorage(shelf).teasState;
  const { patch } = useStorageHelper(desk);
  /** One write: no other code sees a tea without its time. */
  const brew = () => patch({ brewing: id, readyAt: Date.now() + seconds * 1000 });
  const remove = () => setTeas((now) => now.filter((tea) => tea.id !== id));
  return (
    <div className="tin-buttons">
      <button type="button" aria-label={fill(strings.brewTea, { name })} onClick={brew}>
        {strings.brew}
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={fill(strings.removeTea, { name })}
        onClick={remove}
      >
        {strings.remove}
      </button>
    </div>
  );
}
