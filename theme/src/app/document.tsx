import type { ReactNode } from 'react';
import type { AssetPath } from '../../../contracts/assets.gen';
import type { AssetFile, LayoutFiles, RenderContext } from '../../../contracts/records.gen';
import { pathTo } from '../shared/hooks/use-page-data';
import { App } from './app';
import {
  type Chrome,
  chromeOf,
  DATA_ID,
  type DocumentData,
  documentTitle,
  type Page,
  ROOT_ID,
  type View,
} from './data';
import { Icons } from './icons';
import { layoutOf } from './layouts';
import { JsonScript, StructuredData } from './structured-data';

interface Props {
  readonly context: RenderContext;
  readonly view: View;
  /** A placeholder for the links of the page. */
  readonly links?: string | undefined;
}

/** A complete document. Only the content of the root is hydrated. */
export function Document({ context, view, links }: Props): ReactNode {
  const chrome = chromeOf(view);
  return (
    <html lang={chrome.locale} dir={chrome.dir === 'rtl' ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Boot context={context} view={view} />
        {/* Inline, so that the first paint doesn't wait for another file. */}
        <style
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the build, see Boot
          dangerouslySetInnerHTML={{ __html: filesOf({ context, view }).styles }}
        />
        <title>{view.kind === 'page' ? documentTitle(view) : chrome.strings.notFound}</title>
        <meta name="generator" content={context.generator} />
        <meta name="color-scheme" content="light dark" />
        <Icons chrome={chrome} />
        {view.kind === 'page' ? (
          <Description context={context} page={view.page} chrome={chrome} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
      </head>
      <body>
        <div id={ROOT_ID}>
          <App view={view} />
        </div>
        <JsonScript type="application/json" id={DATA_ID} value={dataOf(context, view, links)} />
        {view.kind === 'page' && <StructuredData {...view} context={context} />}
      </body>
    </html>
  );
}

const filesOf = ({ context, view }: Props): LayoutFiles => context.layouts[layoutOf(view)];

/** The inline script. The policy allows it by its hash, so variable data is in attributes. */
function Boot({ context, view }: Props): ReactNode {
  const chrome = chromeOf(view);
  const load = ({ path, integrity }: AssetFile) => [pathTo(chrome, path), integrity];
  const { analytics } = context;
  const files = [
    ...filesOf({ context, view }).scripts.map(load),
    ...(analytics ? [[...load(analytics.script), analytics.data]] : []),
  ];
  return (
    <script
      data-policy={filesOf({ context, view }).policy}
      data-scripts={JSON.stringify(files)}
      data-announcement={chrome.announcement?.id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, made by the build
      dangerouslySetInnerHTML={{ __html: context.boot }}
    />
  );
}

/** The summary of a page. That of the home page also describes the site. */
function describe({ frontmatter }: Page, { description }: Chrome): string {
  const { layout, summary } = frontmatter;
  return layout === 'home' ? `${description} · ${summary}` : summary;
}

/** Metadata for search engines and link previews. */
function Description(props: { context: RenderContext; page: Page; chrome: Chrome }): ReactNode {
  const { context, page, chrome } = props;
  const addressOf = (path: string): string => context.address + pathTo(chrome, path);
  const summary = describe(page, chrome);
  return (
    <>
      <meta name="description" content={summary} />
      <link rel="canonical" href={page.canonical ?? addressOf(page.path)} />
      {!page.canonical && <Alternates page={page} chrome={chrome} addressOf={addressOf} />}
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={summary} />
      <meta property="og:site_name" content={chrome.title} />
    </>
  );
}

/** The page in each language. Only the canonical version of a page has them. */
function Alternates(props: {
  page: Page;
  chrome: Chrome;
  addressOf: (path: string) => string;
}): ReactNode {
  const { page, chrome, addressOf } = props;
  const [standard] = chrome.languages;
  return (
    <>
      {Object.entries(page.counterparts).map(([tag, path]) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={addressOf(path)} />
      ))}
      {standard && (
        <link
          rel="alternate"
          hrefLang="x-default"
          href={addressOf(page.counterparts[standard.tag] ?? page.path)}
        />
      )}
    </>
  );
}

const dataOf = (context: RenderContext, view: View, links?: string): DocumentData<string> => ({
  links,
  theme: context.theme,
  otherStyles: filesOf({ context, view }).otherStyles as AssetPath | null,
  view: withoutText(view),
});

function withoutText(view: View): DocumentData['view'] {
  if (view.kind === 'not-found') {
    return view;
  }
  const { html: _, ...page } = view.page;
  return { ...view, page };
}
