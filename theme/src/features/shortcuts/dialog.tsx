import type { Words } from '../../../../contracts/records.gen';
import type { Chrome } from '../../app/data';
import { adoptStyles } from '../../shared/adopt-styles';
import { createModal, type Modal } from '../../shared/modal';
import { loadWords } from '../../shared/words';
import styles from './dialog.lazy.css';
import { ShortcutList } from './shortcut-list';

let modal: Modal | undefined;

/** Opens the list of keys over a page. */
export async function showShortcuts(chrome: Chrome): Promise<void> {
  const words: Words = await loadWords(chrome);
  modal ??= createModal('shortcuts');
  adoptStyles(styles); // after those of all dialogs
  modal.render(<ShortcutList strings={chrome.strings} words={words} close={modal.close} />);
  modal.open();
}
