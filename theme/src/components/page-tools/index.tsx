import { useChrome, usePage } from '../../shared/hooks/use-page-data';
import { SiteLink } from '../site-link';
import './styles.css';

/** Next to the text on wide screens. Scripts add a button that copies the page. */
export function PageTools() {
  const { strings } = useChrome();
  const { editLink, minutes } = usePage();
  return (
    <div className="page-tools">
      <p>{strings.readingTime.replace('{minutes}', String(minutes))}</p>
      {editLink && <SiteLink path={editLink}>{strings.edit}</SiteLink>}
    </div>
  );
}
