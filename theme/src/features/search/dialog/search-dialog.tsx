import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PageLink } from '../../../../../contracts/records.gen';
import type { Chrome } from '../../../app/data';
import type { LazyStrings } from '../../../shared/strings';
import type { Search } from '../types';
import { isForInputMethod, isSearchedWhileComposing } from './composition';
import { Keys } from './keys';
import { Results } from './results';
import { createSearcher, UNASKED } from './searcher';
import { foundSections, recentSections } from './sections';
import { Status } from './status';
import { nextIndex, usePosition } from './walk';

/** Half a word is searched for only when the reader hesitates. */
const COMPOSING_PAUSE_MS = 300;

const LIST_ID = '_found';

interface SearchDialogProps {
  readonly chrome: Chrome;
  /** They come a little later than the dialog, which does not wait for them. */
  readonly words: LazyStrings | undefined;
  readonly engine: Search;
  /** Pages to offer while nothing is searched for. */
  readonly recent: readonly PageLink[];
  close(): void;
  showShortcuts(): void;
}

/** A field with a list that follows it: the focus stays in the field, the keys move in the list. */
export function SearchDialog(props: SearchDialogProps) {
  const { chrome, words, engine, recent, close, showShortcuts } = props;
  const { strings, locale } = chrome;
  const [answer, setAnswer] = useState(UNASKED);
  const [searcher] = useState(() => createSearcher(engine, setAnswer));
  const { status, groups } = answer;
  const isFound = status === 'found';
  const sections = useMemo(
    () =>
      isFound
        ? foundSections(groups, chrome)
        : recentSections(status === 'idle' ? recent : [], chrome, words?.searchRecent ?? ''),
    [isFound, status, groups, recent, chrome, words],
  );
  const choices = useMemo(() => sections.flatMap((section) => section.choices), [sections]);
  // A page that was read lately is offered, not chosen: Enter in an empty field does nothing.
  const { position, walkTo, pointTo } = usePosition(sections, isFound ? 0 : -1);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const opensFirst = useRef<'here' | 'in-new-tab'>(undefined);
  const active = choices[position.index];

  const ask = (pause?: number): void => {
    opensFirst.current = undefined;
    searcher.ask(field.current?.value ?? '', pause);
  };

  // Another language has other results.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the language has changed
  useEffect(() => ask(0), [locale]);

  // What Enter asked for before it was there.
  useEffect(() => {
    if (opensFirst.current && answer.status !== 'idle' && !answer.isLate) {
      const first = list.current?.querySelector('a');
      first && follow(first, opensFirst.current === 'in-new-tab');
      opensFirst.current = undefined;
    }
  }, [answer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is shown from its beginning
  useLayoutEffect(() => {
    list.current?.scrollTo?.(0, 0);
  }, [sections]);

  useLayoutEffect(() => {
    if (position.isWalking && active) {
      document.getElementById(active.id)?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [position.isWalking, active]);

  function onInput({ nativeEvent }: FormEvent): void {
    if (!(nativeEvent as InputEvent).isComposing) {
      ask();
    } else if (isSearchedWhileComposing()) {
      ask(COMPOSING_PAUSE_MS);
    }
  }

  function onEnter(inNewTab: boolean): void {
    if (field.current?.value.trim() !== answer.query || status === 'failed') {
      ask(0);
      opensFirst.current = inNewTab ? 'in-new-tab' : 'here';
    } else if (active) {
      const link = document.getElementById(active.id) as HTMLAnchorElement | null;
      link && follow(link, inNewTab);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isForInputMethod(event.nativeEvent)) {
      if (event.key === 'Escape') {
        event.preventDefault(); // it ends the composition, not the search
      }
      return;
    }
    const next = nextIndex(event.key, position, choices.length);
    if (next !== undefined) {
      event.preventDefault();
      walkTo(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(event.ctrlKey || event.metaKey);
    }
  }

  /** The dialog goes before the page does: what it covers cannot get the focus. */
  function onFollow({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
    if (!(ctrlKey || metaKey || shiftKey || altKey)) {
      close();
    }
  }

  return (
    <>
      <div className="search-bar icon">
        <input
          ref={field}
          type="text"
          className="search-field"
          role="combobox"
          aria-label={strings.search}
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={choices.length > 0 ? LIST_ID : undefined}
          aria-activedescendant={active?.id}
          placeholder={words?.searchPlaceholder}
          enterKeyHint="search"
          inputMode="search"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          onInput={onInput}
          onCompositionEnd={() => ask()}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="modal-close" onClick={close}>
          <span className="unseen">{strings.close}</span>
        </button>
      </div>
      <Status
        answer={answer}
        count={choices.length}
        words={words}
        retry={strings.retry}
        onRetry={() => {
          field.current?.focus(); // the button goes away
          ask(0);
        }}
      />
      {choices.length > 0 && (
        <Results
          id={LIST_ID}
          label={words?.searchResults ?? strings.search}
          place={list}
          sections={sections}
          active={position.index}
          onPoint={pointTo}
          onFollow={onFollow}
        />
      )}
      {words && <Keys words={words} onShortcuts={showShortcuts} />}
    </>
  );
}

function follow(link: HTMLAnchorElement, inNewTab: boolean): void {
  if (inNewTab) {
    open(link.getAttribute('href') ?? '', '_blank', 'noopener');
  } else {
    link.click();
  }
}
