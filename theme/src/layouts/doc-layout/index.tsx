import { About } from '../../components/about';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { CONTENT_ID, Content } from '../../components/content';
import { HeadingList } from '../../components/heading-list';
import { PageTools } from '../../components/page-tools';
import { Pager } from '../../components/pager';
import { Shell } from '../../components/shell';
import { Sidebar } from '../../components/sidebar';
import { useActiveHeading } from '../../shared/hooks/use-active-heading';
import { useChrome, usePage } from '../../shared/hooks/use-page-data';
import './styles.css';

export default function DocLayout() {
  const { headers, html } = usePage();
  const { strings } = useChrome();
  const active = useActiveHeading(headers);
  return (
    <Shell title={CONTENT_ID}>
      <div className="columns">
        <Sidebar active={active} />
        <main className="text">
          <Breadcrumbs />
          <Content html={html} />
          <About />
          <Pager />
        </main>
        <aside className="beside" aria-label={strings.pageTools}>
          {headers.length > 0 && (
            <nav className="headings" aria-label={strings.headings}>
              <p>{strings.headings}</p>
              <HeadingList headers={headers} active={active} />
            </nav>
          )}
          <PageTools />
        </aside>
      </div>
    </Shell>
  );
}
