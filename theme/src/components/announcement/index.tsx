import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useChrome } from '../../shared/hooks/use-page-data';
import { storeDismissed } from '../../shared/preferences';
import { SiteLink } from '../site-link';
import './styles.css';

/** What the site wants every reader to know, until the reader has had enough of it. */
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

/** The inline script sets the same mark, before the bar could be seen. */
async function dismiss(id: string): Promise<void> {
  document.documentElement.dataset.dismissed = '';
  try {
    await storeDismissed(id);
  } catch (error) {
    console.warn('Dismissing the announcement couldn’t be saved.', error);
  }
}
