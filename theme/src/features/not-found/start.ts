import type { ExtrasContext } from '../../shared/context';

/** Suggests pages once it is certain that there is none at this path. */
export async function startNotFound({ currentView, index }: ExtrasContext): Promise<void> {
  const view = currentView();
  if (view.kind === 'not-found' && view.isSettled) {
    const { suggestPages } = await import(/* webpackChunkName: "not-found" */ '.');
    await suggestPages(view.chromes[0], index);
  }
}
