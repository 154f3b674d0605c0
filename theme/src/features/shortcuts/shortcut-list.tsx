import { Fragment, type ReactNode, useState } from 'react';
import { commandKey } from '../../shared/platform';
import { areSingleKeysOn, storeSingleKeys } from '../../shared/preferences/single-keys';
import type { LazyStrings, Strings } from '../../shared/strings';

const TITLE_ID = '_shortcuts';
const NOTE_ID = '_shortcuts-note';

interface ShortcutListProps {
  readonly strings: Strings;
  readonly words: LazyStrings;
  close(): void;
}

/** Which keys do what, and whether those do that one may press by accident. */
export function ShortcutList({ strings, words, close }: ShortcutListProps) {
  const command = commandKey();
  return (
    <section aria-labelledby={TITLE_ID}>
      <div className="shortcuts-bar">
        <h2 id={TITLE_ID}>{words.shortcuts}</h2>
        <button type="button" className="modal-close" onClick={close}>
          <span className="unseen">{strings.close}</span>
        </button>
      </div>
      <dl>
        <Keys does={strings.search} keys={[[command, 'K'], ['/']]} />
        <Keys does={words.shortcutsChoose} keys={[['↑'], ['↓']]} />
        <Keys does={words.shortcutsOpen} keys={[['Enter']]} />
        <Keys does={words.shortcutsOpenTab} keys={[[command, 'Enter']]} />
        <Keys does={words.shortcutsClose} keys={[['Esc']]} />
        <Keys does={words.shortcuts} keys={[['?']]} />
      </dl>
      <SingleKeys words={words} />
    </section>
  );
}

interface KeysProps {
  /** What they do. */
  readonly does: string;
  /** Each of them does it; those in one are pressed together. */
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

function SingleKeys({ words }: { readonly words: LazyStrings }): ReactNode {
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
        {words.shortcutsSingle}
      </label>
      <p id={NOTE_ID}>{words.shortcutsSingleNote}</p>
    </div>
  );
}
