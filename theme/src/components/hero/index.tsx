import { useChrome, usePage } from '../../shared/hooks/use-page-data';
import { useStoredEntries } from '../../shared/hooks/use-stored-entries';
import { Content } from '../content';
import { SiteLink } from '../site-link';
import './styles.css';

export const TITLE_ID = '_title';

export function Hero() {
  const { description, repository, strings } = useChrome();
  const page = usePage();
  useStoredEntries();
  const { summary, action } = page.frontmatter;
  return (
    <div className="hero">
      <div>
        <h1 id={TITLE_ID} tabIndex={-1}>
          {page.title}
        </h1>
        <p className="tagline">{description}</p>
        <p>{summary}</p>
        <p className="actions">
          {action && (
            <SiteLink className="button" path={action.link}>
              {action.text}
            </SiteLink>
          )}
          <SiteLink path={repository}>{strings.source}</SiteLink>
        </p>
      </div>
      <Content html={page.html} />
    </div>
  );
}
