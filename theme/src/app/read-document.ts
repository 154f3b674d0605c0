import { CONTENT_SELECTOR, DATA_ID, type DocumentData, type View } from './data';

/** The view of the current document. The text of the page is read from the DOM. */
export function readDocument(): Omit<DocumentData, 'view'> & { readonly view: View } {
  const data: DocumentData = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '');
  const { view } = data;
  if (view.kind === 'not-found') {
    return { ...data, view };
  }
  const html = document.querySelector(CONTENT_SELECTOR)?.innerHTML ?? '';
  return { ...data, view: { ...view, page: { ...view.page, html } } };
}
