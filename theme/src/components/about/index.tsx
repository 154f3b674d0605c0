import { useChrome, useOwnLanguage, usePage } from '../../shared/hooks/use-page-data';
import { SiteLink } from '../site-link';
import './styles.css';

export function About() {
  const { strings } = useChrome();
  const { editLink, key, lastUpdated, lastUpdatedText } = usePage();
  return (
    <div className="about" {...useOwnLanguage()}>
      {editLink && <SiteLink path={editLink}>{strings.edit}</SiteLink>}
      {/* A file, not a page of the router. */}
      <SiteLink path={`/${key}.md`} rel="external">
        {strings.viewMarkdown}
      </SiteLink>
      <p>
        {strings.lastUpdated} <time dateTime={lastUpdated}>{lastUpdatedText ?? lastUpdated}</time>
      </p>
    </div>
  );
}
