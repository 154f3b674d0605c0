import type { ReactNode } from 'react';
import DocLayout from '../layouts/doc-layout';
import { ChromeContext, PageContext } from '../shared/hooks/use-page-data';
import { chromeOf, type View } from './data';
import { getLayout, layoutOf } from './layouts';

/** Renders a view. Its layout must have been loaded. */
export function App({ view }: { readonly view: View }): ReactNode {
  return (
    <ChromeContext value={chromeOf(view)}>
      <Layout view={view} />
    </ChromeContext>
  );
}

function Layout({ view }: { readonly view: View }): ReactNode {
  if (view.kind === 'not-found') {
    const NotFoundLayout = getLayout('notFound');
    return <NotFoundLayout chromes={view.chromes} isSettled={view.isSettled} />;
  }
  const PageLayout = layoutOf(view) === 'home' ? getLayout('home') : DocLayout;
  return (
    <PageContext value={view.page}>
      <PageLayout />
    </PageContext>
  );
}
