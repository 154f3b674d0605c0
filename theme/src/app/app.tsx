import type { ReactNode } from 'react';
import DocLayout from '../layouts/doc-layout';
import { ChromeContext, PageContext } from '../shared/hooks/use-page-data';
import { chromeOf, type View } from './data';
import { getFrontLayouts, hasFrontLayout } from './front-layouts';

/** One page, whatever it is, in its layout, which must be loaded. */
export function App({ view }: { readonly view: View }): ReactNode {
  return (
    <ChromeContext value={chromeOf(view)}>
      <Layout view={view} />
    </ChromeContext>
  );
}

function Layout({ view }: { readonly view: View }): ReactNode {
  if (view.kind === 'not-found') {
    const { NotFoundLayout } = getFrontLayouts();
    return <NotFoundLayout chromes={view.chromes} isSettled={view.isSettled} />;
  }
  const PageLayout = hasFrontLayout(view) ? getFrontLayouts().HomeLayout : DocLayout;
  return (
    <PageContext value={view.page}>
      <PageLayout />
    </PageContext>
  );
}
