import { useEffect } from 'react';
import { watchShowcase } from '../../features/live/showcase';
import { pathTo, useChrome, useOwnLanguage, usePage } from '../../shared/hooks/use-page-data';
import { Content } from '../content';
import { SiteLink } from '../site-link';
import './styles.css';

export const TITLE_ID = '_title';

/** The first blocks of the page are next to its name: how to install it, and a sample that runs. */
export function Hero() {
  const chrome = useChrome();
  const page = usePage();
  const own = useOwnLanguage();
  const { summary, action, image } = page.frontmatter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own showcase
  useEffect(() => watchShowcase(chrome), [chrome, page]);
  return (
    <div className="hero">
      <div className="pitch">
        {/* Low priority: else, React would preload it before resources of the first paint. */}
        {image && (
          <img src={pathTo(chrome, image)} alt="" width="200" height="200" fetchPriority="low" />
        )}
        <h1 id={TITLE_ID} tabIndex={-1}>
          {page.title}
        </h1>
        <p className="tagline" {...own}>
          {chrome.description}
        </p>
        <p>{summary}</p>
        <p className="actions">
          {action && (
            <SiteLink className="button" path={action.link}>
              {action.text}
            </SiteLink>
          )}
          <SiteLink path={chrome.repository} {...own}>
            {chrome.strings.source}
          </SiteLink>
        </p>
      </div>
      <Content html={page.html} />
    </div>
  );
}
