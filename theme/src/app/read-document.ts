import { CONTENT_SELECTOR, DATA_ID, type DocumentData, type Links, type View } from './data';

interface Contents extends Omit<DocumentData, 'links' | 'view'> {
  readonly links: Links;
  readonly view: View;
}

/** The view of the current document. The text of the page is read from the DOM. */
export function readDocument(): Contents {
  const data: DocumentData = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '');
  const { links = {}, view } = data;
  if (view.kind === 'not-found') {
    return { ...data, links, view };
  }
  const html = document.querySelector(CONTENT_SELECTOR)?.innerHTML ?? '';
  return { ...data, links, view: { ...view, page: { ...view.page, html } } };
}
