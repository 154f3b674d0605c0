import type { Chrome } from '../../app/data';
import { adoptStyles } from '../../shared/adopt-styles';
import { createModal, type Modal } from '../../shared/modal';
import { type LazyStrings, loadStrings } from '../../shared/strings';
import styles from './dialog.lazy.css';
import { ShortcutList } from './shortcut-list';

let modal: Modal | undefined;

/** Opens the list of keyboard shortcuts over a page. */
export async function showShortcuts(chrome: Chrome): Promise<void> {
  const strings: LazyStrings = await loadStrings(chrome);
  modal ??= createModal('shortcuts');
  adoptStyles(styles); // after those of all dialogs
  modal.render(<ShortcutList chrome={chrome} strings={strings} close={modal.close} />);
  modal.open();
}
