import type { LazyStrings } from '../../../shared/strings';

interface KeysProps {
  readonly words: LazyStrings;
  onShortcuts(): void;
}

/** What the keys do, for those who have some. */
export const Keys = ({ words, onShortcuts }: KeysProps) => (
  <div className="search-keys">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {words.keysChoose}
    </span>
    <span>
      <kbd>Enter</kbd> {words.keysOpen}
    </span>
    <span>
      <kbd>Esc</kbd> {words.keysClose}
    </span>
    <button type="button" onClick={onShortcuts}>
      {words.shortcuts}
    </button>
  </div>
);
