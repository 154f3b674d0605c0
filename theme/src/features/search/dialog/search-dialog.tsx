import type { MouseEvent } from 'react';
import type { LazyStrings } from '../../../shared/strings';
import { announceOpened } from '../opened';
import { Field } from './field';
import { Keys } from './keys';
import { Results } from './results';
import { Status } from './status';
import { type ComboboxOptions, useCombobox } from './use-combobox';

interface SearchDialogProps extends Omit<ComboboxOptions, 'recentTitle' | 'suggestedTitle'> {
  /** Loaded after the dialog has opened. */
  readonly strings: LazyStrings | undefined;
  close(): void;
  showShortcuts(): void;
}

/** A combobox: the focus stays in the field, and keys move in the list below it. */
export function SearchDialog(props: SearchDialogProps) {
  const { chrome, strings, close } = props;
  const combobox = useCombobox({
    ...props,
    recentTitle: strings?.searchRecent ?? '',
    suggestedTitle: strings?.searchSuggested ?? '',
  });
  const { answer, count, foundCount, field, search } = combobox;

  function retry(): void {
    field.current?.focus(); // the button disappears
    search(0);
  }

  return (
    <>
      <div className="search-bar icon">
        <Field
          combobox={combobox}
          label={chrome.strings.search}
          placeholder={strings?.searchPlaceholder}
        />
        <button type="button" className="modal-close" onClick={close}>
          <span className="unseen">{chrome.strings.close}</span>
        </button>
      </div>
      <Status
        answer={answer}
        count={foundCount}
        strings={strings}
        locale={chrome.locale}
        tracker={`${chrome.repository}/issues`}
        retry={chrome.strings.retry}
        onRetry={retry}
      />
      {count > 0 && (
        <Results
          combobox={combobox}
          label={strings?.searchResults ?? chrome.strings.search}
          strings={strings}
          onFollow={(event) => {
            announceOpened(event.currentTarget, answer);
            hasModifier(event) || close();
          }}
        />
      )}
      {strings && <Keys strings={strings} onShortcuts={props.showShortcuts} />}
    </>
  );
}

const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || altKey;
