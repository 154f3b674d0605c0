import type { ReactNode } from 'react';
import type { RenderContext } from '../../../contracts/records.gen';
import { breadcrumbsOf } from '../shared/breadcrumbs';
import { pathTo } from '../shared/hooks/use-page-data';
import type { Chrome, Page } from './data';

interface Props {
  readonly context: RenderContext;
  readonly page: Page;
  readonly chrome: Chrome;
}

/** Breadcrumbs and other facts that search engines show with a result. Browsers ignore them. */
export function StructuredData({ context, page, chrome }: Props): ReactNode {
  const addressOf = (path: string): string => context.address + pathTo(chrome, path);
  const isHome = page.path === chrome.prefix;
  const data = isHome ? siteOf(chrome, addressOf) : articleOf(page, chrome, addressOf);
  return (
    <JsonScript type="application/ld+json" value={{ '@context': 'https://schema.org', ...data }} />
  );
}

/** Data in a document, as JSON that cannot end the element. */
export function JsonScript(props: {
  readonly type: string;
  readonly id?: string;
  readonly value: unknown;
}): ReactNode {
  return (
    <script
      type={props.type}
      id={props.id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(props.value).replaceAll('<', '\\u003c') }}
    />
  );
}

type AddressOf = (path: string) => string;

const siteOf = (chrome: Chrome, addressOf: AddressOf): object => ({
  '@type': 'WebSite',
  name: chrome.title,
  url: addressOf(chrome.prefix),
});

const articleOf = (page: Page, chrome: Chrome, addressOf: AddressOf): object => ({
  '@graph': [
    {
      '@type': 'TechArticle',
      headline: page.title,
      inLanguage: page.locale,
      dateModified: page.lastUpdated,
    },
    { '@type': 'BreadcrumbList', itemListElement: stepsOf(page, chrome, addressOf) },
  ],
});

/** Every item needs an address, so groups are left out. */
const stepsOf = (page: Page, chrome: Chrome, addressOf: AddressOf): object[] =>
  breadcrumbsOf(chrome, page)
    .flatMap(({ text, path }) => (path ? [{ text, path }] : []))
    .map(({ text, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      ...(path !== page.path && { item: addressOf(path) }),
    }));
