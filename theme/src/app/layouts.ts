import type { AssetPath } from '../../../contracts/assets.gen';
import type { RenderContext } from '../../../contracts/records.gen';
import { fetchText } from '../router/ask-server';
import { cached } from '../shared/cached';
import { CHUNK_TIMEOUT_MS } from '../shared/constants';
import { chromeOf, type View } from './data';

export type LayoutName = keyof RenderContext['layouts'];

/** The layouts that few pages have. Other pages don't load their scripts. */
export interface RareLayouts {
  readonly home: typeof import('../layouts/home-layout').default;
  readonly notFound: typeof import('../layouts/not-found-layout').default;
}

let layouts: Partial<RareLayouts> = {};

export function layoutOf(view: View): LayoutName {
  if (view.kind === 'not-found') {
    return 'notFound';
  }
  return view.page.frontmatter.layout === 'home' ? 'home' : 'doc';
}

/**
 * Loads the script and the styles of a view's layout. The document has the styles of its first view,
 * and `otherStyles` is the file with those it lacks. Fails with ChunkLoadError or like fetchText.
 */
export function createLayoutLoader(
  first: View,
  otherStyles: AssetPath | null,
): (view: View) => Promise<void> {
  const files = new Map<string, Promise<unknown>>();

  return async (view) => {
    const layout = layoutOf(view);
    await Promise.all([
      loadRareLayout(layout),
      otherStyles &&
        layout !== layoutOf(first) &&
        cached(files, otherStyles, () => loadStyles(`${chromeOf(first).base}${otherStyles}`)),
    ]);
  };
}

/** Fails with ChunkLoadError. */
export async function loadRareLayout(name: LayoutName): Promise<void> {
  if (name === 'home') {
    const home = await import(/* webpackChunkName: "home" */ '../layouts/home-layout');
    provideLayouts({ home: home.default });
  } else if (name === 'notFound') {
    const found = await import(/* webpackChunkName: "not-found" */ '../layouts/not-found-layout');
    provideLayouts({ notFound: found.default });
  }
}

/** They come before the styles of features, which override them as they do in a document. */
async function loadStyles(address: `${string}${AssetPath}`): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await fetchText(address, CHUNK_TIMEOUT_MS));
  document.adoptedStyleSheets.unshift(sheet);
}

export function provideLayouts(loaded: Partial<RareLayouts>): void {
  layouts = { ...layouts, ...loaded };
}

/** Rendering is synchronous, so the layout must have been loaded or provided before. */
export function getLayout<Name extends keyof RareLayouts>(name: Name): RareLayouts[Name] {
  const layout: RareLayouts[Name] | undefined = layouts[name];
  if (!layout) {
    throw new Error('The layout of the page has not been loaded.');
  }
  return layout;
}
