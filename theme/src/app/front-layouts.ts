import type { AssetPath } from '../../../contracts/assets.gen';
import { fetchText } from '../router/ask-server';
import { adoptStyles } from '../shared/adopt-styles';
import { cached } from '../shared/cached';
import { CHUNK_TIMEOUT_MS } from '../shared/constants';
import { chromeOf, type View } from './data';

type FrontLayouts = typeof import('../layouts/front');

let layouts: FrontLayouts | undefined;

/** Whether a view is a home page or a not-found page. Other pages don't load these layouts. */
export const hasFrontLayout = (view: View): boolean =>
  view.kind === 'not-found' || view.page.frontmatter.layout === 'home';

/**
 * Loads the script and the styles of a view's layout. The document has those of its first view and
 * names the file with the others. Fails with ChunkLoadError or like fetchText.
 */
export function createLayoutLoader(
  first: View,
  otherStyles: AssetPath,
): (view: View) => Promise<void> {
  const files = new Map<string, Promise<unknown>>();

  async function loadStyles(): Promise<void> {
    const text = await fetchText(`${chromeOf(first).base}${otherStyles}`, CHUNK_TIMEOUT_MS);
    adoptStyles(text, { isFirst: true });
  }

  return async (view) => {
    await Promise.all([
      hasFrontLayout(view) && loadFrontLayouts(),
      hasFrontLayout(view) !== hasFrontLayout(first) && cached(files, otherStyles, loadStyles),
    ]);
  };
}

/** Fails with ChunkLoadError. */
export async function loadFrontLayouts(): Promise<void> {
  provideFrontLayouts(await import(/* webpackChunkName: "front-layouts" */ '../layouts/front'));
}

export function provideFrontLayouts(loaded: FrontLayouts): void {
  layouts = loaded;
}

/** Rendering is synchronous, so the layouts must have been loaded or provided before. */
export function getFrontLayouts(): FrontLayouts {
  if (!layouts) {
    throw new Error('The layout of the page has not been loaded.');
  }
  return layouts;
}
