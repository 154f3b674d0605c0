import type { FormEvent, KeyboardEvent } from 'react';
import { isForInputMethod, isSearchedWhileComposing } from './composition';
import { nextIndex } from './position';
import { LIST_ID } from './results';
import type { Combobox } from './use-combobox';

/** Incomplete words are searched for only after a pause. */
const COMPOSING_PAUSE_MS = 300;

interface FieldProps {
  readonly combobox: Combobox;
  readonly label: string;
  readonly placeholder: string | undefined;
}

/** The input. It keeps the focus while keys move through the list. */
export function Field({ combobox, label, placeholder }: FieldProps) {
  const { field, count, activeId, search } = combobox;
  return (
    <input
      ref={field}
      type="text"
      className="search-field"
      role="combobox"
      aria-label={label}
      aria-autocomplete="list"
      aria-expanded={count > 0}
      aria-controls={count > 0 ? LIST_ID : undefined}
      aria-activedescendant={activeId}
      placeholder={placeholder}
      enterKeyHint="search"
      inputMode="search"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="none"
      spellCheck={false}
      onInput={(event) => onInput(event, search)}
      onCompositionEnd={() => search()}
      onKeyDown={(event) => onKeyDown(event, combobox)}
    />
  );
}

function onInput({ nativeEvent }: FormEvent, search: Combobox['search']): void {
  if (!(nativeEvent as InputEvent).isComposing) {
    search();
  } else if (isSearchedWhileComposing()) {
    search(COMPOSING_PAUSE_MS);
  }
}

function onKeyDown(event: KeyboardEvent, { position, count, moveTo, openActive }: Combobox): void {
  if (isForInputMethod(event.nativeEvent)) {
    if (event.key === 'Escape') {
      event.preventDefault(); // it ends the composition, not the search
    }
    return;
  }
  const next = nextIndex(event.key, position, count);
  if (next !== undefined) {
    event.preventDefault();
    moveTo(next);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    openActive(event.ctrlKey || event.metaKey);
  }
}
