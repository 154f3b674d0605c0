import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useChrome } from '../../shared/hooks/use-page-data';
import { store } from '../../shared/preferences';
import { SiteLink } from '../site-link';
import './styles.css';

/** A message on every page, until it is dismissed. */
export function Announcement() {
  const { announcement, strings } = useChrome();
  const isHydrated = useHydrated();
  if (!announcement) {
    return null;
  }
  const { id, path, text } = announcement;
  return (
    <aside className="announcement">
      {path === null ? text : <SiteLink path={path}>{text}</SiteLink>}
      <button type="button" className="put-away" disabled={!isHydrated} onClick={() => dismiss(id)}>
        <span className="unseen">{strings.dismiss}</span>
      </button>
    </aside>
  );
}

/** On later pages the inline script sets the same attribute before the first paint. */
function dismiss(id: string): void {
  document.documentElement.dataset.dismissed = '';
  store('dismissal of the announcement', ({ dismissed }) => dismissed.set(id));
}
