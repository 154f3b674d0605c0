import type { SiteIndex } from './site-index';

/** Fetches the files of the next navigation, which reports failures. */
export async function prepareNavigation(index: SiteIndex): Promise<void> {
  const build = await index.loadBuild().catch(() => undefined);
  await (build && index.loadTables(location.pathname, build).catch(() => {}));
}
