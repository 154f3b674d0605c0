import type { Chrome } from '../../app/data';
import { setFailed, setIdle, setLoading } from '../../router/navigation-state';
import type { SiteIndex } from '../../router/site-index';

let show: () => Promise<void>;

/** Opens the search, whose script loads when it is first needed. A failure is shown. */
export async function openSearch(): Promise<void> {
  setLoading();
  await show().then(setIdle, () => setFailed(openSearch));
}

/** Handles Ctrl-K and Cmd-K from the start, because browsers use them too. */
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
