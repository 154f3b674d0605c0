import { CONTENT_SELECTOR, DATA_ID, type DocumentData, type View } from './data';

/** The view of the current document. The text of the page is read from the DOM. */
export function readDocument(): { readonly theme: string; readonly view: View } {
  const data: DocumentData = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '');
  if (data.view.kind === 'not-found') {
    return { theme: data.theme, view: data.view };
  }
  const html = document.querySelector(CONTENT_SELECTOR)?.innerHTML ?? '';
  return { theme: data.theme, view: { ...data.view, page: { ...data.view.page, html } } };
}
