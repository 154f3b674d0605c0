import { CONTENT_SELECTOR, DATA_ID, type DocumentData, type Links, type View } from './data';

interface Contents {
  readonly links: Links;
  readonly theme: string;
  readonly view: View;
}

/** The view of the current document. The text of the page is read from the DOM. */
export function readDocument(): Contents {
  const {
    links = {},
    theme,
    view,
  }: DocumentData = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '');
  if (view.kind === 'not-found') {
    return { links, theme, view };
  }
  const html = document.querySelector(CONTENT_SELECTOR)?.innerHTML ?? '';
  return { links, theme, view: { ...view, page: { ...view.page, html } } };
}
