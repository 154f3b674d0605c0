import type { SiteIndex } from './site-index';

/** Fetches what a navigation will need. A failure is left to the navigation, which tells the reader. */
export async function prepareNavigation(index: SiteIndex): Promise<void> {
  const build = await index.loadBuild().catch(() => undefined);
  await (build && index.loadTables(location.pathname, build).catch(() => {}));
}
