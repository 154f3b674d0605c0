import type { MouseEvent } from 'react';
import type { LazyStrings } from '../../../shared/strings';
import { Field } from './field';
import { Keys } from './keys';
import { Results } from './results';
import { Status } from './status';
import { type ComboboxOptions, useCombobox } from './use-combobox';

interface SearchDialogProps extends Omit<ComboboxOptions, 'recentTitle'> {
  /** Loaded after the dialog has opened. */
  readonly words: LazyStrings | undefined;
  close(): void;
  showShortcuts(): void;
}

/** A combobox: the focus stays in the field, and keys move in the list below it. */
export function SearchDialog(props: SearchDialogProps) {
  const { words, close } = props;
  const { strings } = props.chrome;
  const combobox = useCombobox({ ...props, recentTitle: words?.searchRecent ?? '' });
  const { answer, count, field, search } = combobox;

  function retry(): void {
    field.current?.focus(); // the button disappears
    search(0);
  }

  return (
    <>
      <div className="search-bar icon">
        <Field combobox={combobox} label={strings.search} placeholder={words?.searchPlaceholder} />
        <button type="button" className="modal-close" onClick={close}>
          <span className="unseen">{strings.close}</span>
        </button>
      </div>
      <Status answer={answer} count={count} words={words} retry={strings.retry} onRetry={retry} />
      {count > 0 && (
        <Results
          combobox={combobox}
          label={words?.searchResults ?? strings.search}
          onFollow={(event) => hasModifier(event) || close()}
        />
      )}
      {words && <Keys words={words} onShortcuts={props.showShortcuts} />}
    </>
  );
}

const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || altKey;
