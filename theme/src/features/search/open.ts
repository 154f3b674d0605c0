import type { Chrome } from '../../app/data';
import { setFailed, setIdle, setLoading } from '../../router/navigation-state';
import type { SiteIndex } from '../../router/site-index';

let show: () => Promise<void>;

/** Opens the search. Its script comes when it is first needed; if not, the reader is told. */
export async function openSearch(): Promise<void> {
  setLoading();
  await show().then(setIdle, () => setFailed(openSearch));
}

/** Watches for Ctrl-K and Cmd-K. From the start, since browsers have their own use for them. */
export function prepareSearch(currentChrome: () => Chrome, index: SiteIndex): void {
  show = async () => {
    const { showSearch } = await import(/* webpackChunkName: "search-dialog" */ './dialog');
    showSearch(currentChrome(), index);
  };
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
      event.preventDefault();
      openSearch();
    }
  });
}
