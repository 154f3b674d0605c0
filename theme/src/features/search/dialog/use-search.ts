import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Chrome } from '../../../app/data';
import { announceOpened } from '../opened';
import type { Search } from '../types';
import { type Answer, createSearcher, UNASKED } from './searcher';

interface SearchOptions {
  readonly chrome: Pick<Chrome, 'locale'>;
  readonly engine: Search;
}

/** Searches for the value of the field. A new language repeats the search. */
export function useSearch(
  { chrome: { locale }, engine }: SearchOptions,
  field: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLElement | null>,
) {
  const [answer, setAnswer] = useState(UNASKED);
  const [searcher] = useState(() => createSearcher(engine, setAnswer));
  const opensFirst = useRef<'here' | 'in-new-tab'>(undefined);

  const search = (pause?: number): void => {
    opensFirst.current = undefined;
    searcher.ask(field.current?.value ?? '', pause);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the language has changed
  useEffect(() => search(0), [locale]);

  useEffect(() => {
    if (opensFirst.current && answer.status !== 'idle' && !answer.isLate) {
      const first = answer.groups.length > 0 && list.current?.querySelector('a');
      first && openLink(first, opensFirst.current === 'in-new-tab', answer);
      opensFirst.current = undefined;
    }
  }, [answer, list]);

  /** Opens a choice, or the first result if the answer to the field's value is still pending. */
  function openChoice(id: string | undefined, inNewTab: boolean): void {
    if (field.current?.value.trim() !== answer.query || answer.status === 'failed') {
      search(0);
      opensFirst.current = inNewTab ? 'in-new-tab' : 'here';
    } else if (id) {
      const choice = document.getElementById(id);
      choice instanceof HTMLAnchorElement ? openLink(choice, inNewTab, answer) : choice?.click();
    }
  }

  return { answer, search, searchMore: searcher.more, openChoice };
}

function openLink(link: HTMLAnchorElement, inNewTab: boolean, answer: Answer): void {
  if (inNewTab) {
    announceOpened(link, answer);
    open(link.getAttribute('href') ?? '', '_blank', 'noopener');
  } else {
    link.click();
  }
}
