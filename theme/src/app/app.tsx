import type { ReactNode } from 'react';
import DocLayout from '../layouts/doc-layout';
import HomeLayout from '../layouts/home-layout';
import NotFoundLayout from '../layouts/not-found-layout';
import { ChromeContext, PageContext } from '../shared/hooks/use-page-data';
import { chromeOf, type View } from './data';

/** One page, whatever it is, in its layout. */
export function App({ view }: { readonly view: View }): ReactNode {
  return (
    <ChromeContext value={chromeOf(view)}>
      <Layout view={view} />
    </ChromeContext>
  );
}

function Layout({ view }: { readonly view: View }): ReactNode {
  if (view.kind === 'not-found') {
    return <NotFoundLayout chromes={view.chromes} isSettled={view.isSettled} />;
  }
  return (
    <PageContext value={view.page}>
      {view.page.frontmatter.layout === 'home' ? <HomeLayout /> : <DocLayout />}
    </PageContext>
  );
}
