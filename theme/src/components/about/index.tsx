import { useChrome, usePage } from '../../shared/hooks/use-page-data';
import { SiteLink } from '../site-link';
import './styles.css';

/** Where a page comes from, what it looks like there, and when it last changed. */
export function About() {
  const { strings } = useChrome();
  const { editLink, key, lastUpdated } = usePage();
  return (
    <div className="about">
      <SiteLink path={editLink}>{strings.edit}</SiteLink>
      {/* It stands beside the document, and is no page for the router. */}
      <SiteLink path={`/${key}.md`} rel="external">
        {strings.viewMarkdown}
      </SiteLink>
      {/* The day as everybody everywhere reads it. */}
      <p>
        {strings.lastUpdated} <time dateTime={lastUpdated}>{lastUpdated}</time>
      </p>
    </div>
  );
}
