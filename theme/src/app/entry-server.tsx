import { renderToString } from 'react-dom/server';
import type {
  NotFoundRequest,
  PrintRequest,
  RenderContext,
  RenderRequest,
} from '../../../contracts/records.gen';
import home from '../layouts/home-layout';
import notFound from '../layouts/not-found-layout';
import type { Chrome, View } from './data';
import { Document } from './document';
import { provideLayouts } from './layouts';
import { PrintDocument } from './print-document';

provideLayouts({ home, notFound });

/** One document per page of the request, in its order. */
export const render = ({ context, chrome, pages, links }: RenderRequest): string[] =>
  pages.map((page) =>
    renderDocument(context, { kind: 'page', page, chrome: chrome as Chrome }, links),
  );

/** The document for unknown paths. */
export function renderNotFound({ context, chromes: [first, ...others] }: NotFoundRequest): string {
  if (!first) {
    throw new Error('A page for unknown paths needs a language. Name one in the request.');
  }
  return renderDocument(context, {
    kind: 'not-found',
    chromes: [first, ...others] as [Chrome, ...Chrome[]],
    isSettled: false,
  });
}

/** The document with all pages of a section. */
export const renderPrint = (request: PrintRequest): string =>
  `<!doctype html>${renderToString(<PrintDocument {...request} />)}`;

const renderDocument = (context: RenderContext, view: View, links?: string): string =>
  `<!doctype html>${renderToString(<Document context={context} view={view} links={links} />)}`;
