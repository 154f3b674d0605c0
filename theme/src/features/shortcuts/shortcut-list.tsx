import { Fragment, type ReactNode, useState } from 'react';
import type { Chrome } from '../../app/data';
import { commandKey } from '../../shared/platform';
import { areSingleKeysOn, storeSingleKeys } from '../../shared/preferences/single-keys';
import type { LazyStrings } from '../../shared/strings';

const TITLE_ID = '_shortcuts';
const NOTE_ID = '_shortcuts-note';

interface ShortcutListProps {
  readonly chrome: Chrome;
  readonly strings: LazyStrings;
  close(): void;
}

/** Lists the shortcuts, with an option to turn off those that are single keys. */
export function ShortcutList({ chrome, strings, close }: ShortcutListProps) {
  const command = commandKey();
  return (
    <section aria-labelledby={TITLE_ID}>
      <div className="shortcuts-bar">
        <h2 id={TITLE_ID}>{strings.shortcuts}</h2>
        <button type="button" className="modal-close" onClick={close}>
          <span className="unseen">{chrome.strings.close}</span>
        </button>
      </div>
      <dl>
        <Keys does={chrome.strings.search} keys={[[command, 'K'], ['/']]} />
        <Keys does={strings.shortcutsChoose} keys={[['↑'], ['↓']]} />
        <Keys does={strings.shortcutsOpen} keys={[['Enter']]} />
        <Keys does={strings.shortcutsOpenTab} keys={[[command, 'Enter']]} />
        <Keys does={strings.shortcutsClose} keys={[['Esc']]} />
        <Keys does={strings.shortcuts} keys={[['?']]} />
      </dl>
      <SingleKeys strings={strings} />
    </section>
  );
}

interface KeysProps {
  readonly does: string;
  /** Alternatives. The keys of one are pressed together. */
  readonly keys: readonly (readonly string[])[];
}

const Keys = ({ does, keys }: KeysProps): ReactNode => (
  <div>
    <dt>{does}</dt>
    {keys.map((together) => (
      <dd key={together.join()}>
        {together.map((key) => (
          <Fragment key={key}>
            <kbd>{key}</kbd>{' '}
          </Fragment>
        ))}
      </dd>
    ))}
  </div>
);

function SingleKeys({ strings }: { readonly strings: LazyStrings }): ReactNode {
  const [isOn, setOn] = useState(areSingleKeysOn);
  return (
    <div className="shortcuts-choice">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={NOTE_ID}
          onChange={({ target }) => {
            setOn(target.checked);
            storeSingleKeys(target.checked);
          }}
        />
        {strings.shortcutsSingle}
      </label>
      <p id={NOTE_ID}>{strings.shortcutsSingleNote}</p>
    </div>
  );
}
