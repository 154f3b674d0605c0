import type { LazyStrings } from '../../../shared/strings';

interface KeysProps {
  readonly strings: LazyStrings;
  onShortcuts(): void;
}

export const Keys = ({ strings, onShortcuts }: KeysProps) => (
  <div className="search-keys">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {strings.keysChoose}
    </span>
    <span>
      <kbd>Enter</kbd> {strings.keysOpen}
    </span>
    <span>
      <kbd>Esc</kbd> {strings.keysClose}
    </span>
    <button type="button" onClick={onShortcuts}>
      {strings.shortcuts}
    </button>
  </div>
);
