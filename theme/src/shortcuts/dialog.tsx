import type { Words } from '../../../contracts/records.gen';
import type { Chrome } from '../data';
import { adoptStyles } from '../extras/adopt-styles';
import { createModal, type Modal } from '../extras/modal';
import { loadWords } from '../extras/words';
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
