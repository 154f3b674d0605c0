import type { View } from './data';

type FrontLayouts = typeof import('../layouts/front');

let layouts: FrontLayouts | undefined;

/** Whether a view is a home page or a not-found page. Other pages don't load these layouts. */
export const hasFrontLayout = (view: View): boolean =>
  view.kind === 'not-found' || view.page.frontmatter.layout === 'home';

/** Loads the script and the styles of a view's layout. Fails with ChunkLoadError. */
export async function loadLayout(view: View): Promise<void> {
  if (hasFrontLayout(view)) {
    provideFrontLayouts(await import(/* webpackChunkName: "front-layouts" */ '../layouts/front'));
  }
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
