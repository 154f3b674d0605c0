import type { ExtrasContext } from '../../shared/context';

/** Names pages that the reader may have meant, where it is certain that there is none. */
export async function startNotFound({ currentView, index }: ExtrasContext): Promise<void> {
  const view = currentView();
  if (view.kind === 'not-found' && view.isSettled) {
    const { suggestPages } = await import(/* webpackChunkName: "not-found" */ '.');
    await suggestPages(view.chromes[0], index);
  }
}
