import type { PageLink } from '../../../../contracts/records.gen';
import { useChrome, usePage } from '../../shared/hooks/use-page-data';
import { SiteLink } from '../site-link';
import './styles.css';

export function Pager() {
  const { strings } = useChrome();
  const { previous, next } = usePage();
  return previous || next ? (
    <nav className="pager" aria-label={strings.pager}>
      {previous && <PagerLink rel="prev" label={strings.previous} page={previous} />}
      {next && <PagerLink rel="next" label={strings.next} page={next} />}
    </nav>
  ) : null;
}

interface PagerLinkProps {
  readonly rel: 'prev' | 'next';
  readonly label: string;
  readonly page: PageLink;
}

const PagerLink = ({ rel, label, page }: PagerLinkProps) => (
  <SiteLink path={page.path} rel={rel}>
    <small>{label}</small> {page.text}
  </SiteLink>
);
