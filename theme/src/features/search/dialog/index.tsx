import type { Chrome } from '../../../app/data';
import type { SiteIndex } from '../../../router/site-index';
import { adoptStyles } from '../../../shared/adopt-styles';
import { createModal } from '../../../shared/modal';
import { type LazyStrings, loadStrings } from '../../../shared/strings';
import { openShortcuts } from '../../shortcuts/open';
import { createSearch } from '../engine';
import { recentPages } from '../recent-pages';
import styles from './dialog.lazy.css';
import { SearchDialog } from './search-dialog';

/** The chrome of the page on which the search was last opened. */
let shown: Chrome;
let opened: ReturnType<typeof prepare> | undefined;

/** One dialog per document, so that the last search is kept. */
function prepare(base: string, index: SiteIndex) {
  const engine = createSearch({ index, base, locale: () => shown.locale });
  const modal = createModal('search');
  adoptStyles(styles); // after those of all dialogs
  return { engine, modal };
}

/** Opens the search over a page. */
export function showSearch(chrome: Chrome, index: SiteIndex): void {
  shown = chrome;
  opened ??= prepare(chrome.base, index);
  const { engine, modal } = opened;
  const recent = recentPages(chrome);
  const openHelp = (): void => {
    modal.close();
    openShortcuts(chrome);
  };
  const render = (strings?: LazyStrings): void =>
    modal.render(
      <SearchDialog
        chrome={chrome}
        strings={strings}
        engine={engine}
        recent={recent}
        close={modal.close}
        showShortcuts={openHelp}
      />,
    );
  render();
  modal.open();
  modal.element.querySelector('input')?.select();
  engine.warm();
  loadStrings(chrome).then(
    (strings) => shown === chrome && render(strings),
    () => {}, // the dialog works without strings; opening it again retries
  );
}
