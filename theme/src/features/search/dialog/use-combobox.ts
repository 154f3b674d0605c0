import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PageLink } from '../../../../../contracts/records.gen';
import type { Chrome } from '../../../app/data';
import type { Search } from '../types';
import { type Position, usePosition } from './position';
import type { Answer } from './searcher';
import { foundSections, linkSections, type Section } from './sections';
import { useSearch } from './use-search';

export interface ComboboxOptions {
  readonly chrome: Chrome;
  readonly engine: Search;
  /** Pages to offer while nothing is searched for. */
  readonly recent: readonly PageLink[];
  /** The heading of these pages. */
  readonly recentTitle: string;
  /** The heading of suggested pages. */
  readonly suggestedTitle: string;
}

/** The id of the choice that adds results. */
export const MORE_ID = '_more';

/** The state of the field and its list. */
export type Combobox = ReturnType<typeof useCombobox>;

export function useCombobox(options: ComboboxOptions) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { answer, search, searchMore, openChoice } = useSearch(options, field, list);
  const sections = useSections(answer, options);
  const choices = useMemo(() => sections.flatMap((section) => section.choices), [sections]);
  // Other links are offered without an active one: Enter does nothing.
  const first = answer.groups.length > 0 ? 0 : -1;
  // The position stays if more results, late suggestions or a repeated search don't change the list.
  const stable = sections.filter(({ step }) => step === 0).flatMap((section) => section.choices);
  const shown = [answer.query, first, ...stable.map(({ href }) => href)].join();
  const { position, moveTo, pointTo } = usePosition(shown, first);
  const isOnMore = answer.hasMore && position.index === choices.length;
  const activeId = isOnMore ? MORE_ID : choices[position.index]?.id;
  useScrolling(list, shown, position, activeId);
  return {
    field,
    list,
    answer,
    sections,
    count: choices.length + (answer.hasMore ? 1 : 0),
    /** Without links that are offered instead of results. */
    foundCount: answer.groups.length > 0 ? choices.length : 0,
    position,
    activeId,
    search,
    searchMore,
    moveTo,
    pointTo,
    openActive: (inNewTab: boolean) => openChoice(activeId, inNewTab),
  };
}

/** The results; while nothing is searched for, recent pages; otherwise suggestions. */
function useSections({ status, groups }: Answer, options: ComboboxOptions): readonly Section[] {
  const { chrome, recent, recentTitle, suggestedTitle } = options;
  const suggested = useSuggestions(options);
  return useMemo(() => {
    if (groups.length > 0 || status === 'failed') {
      return foundSections(groups, chrome);
    }
    return status === 'idle' && recent.length > 0
      ? linkSections(recentTitle, recent, chrome)
      : linkSections(suggestedTitle, suggested, chrome);
  }, [status, groups, recent, suggested, chrome, recentTitle, suggestedTitle]);
}

/** The pages to suggest in the current language, once they have loaded. */
function useSuggestions({ engine, chrome: { locale } }: ComboboxOptions): readonly PageLink[] {
  const [suggested, setSuggested] = useState<readonly PageLink[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the language has changed
  useEffect(() => {
    let isCurrent = true;
    engine.suggest().then((links) => isCurrent && setSuggested(links));
    return () => {
      isCurrent = false;
    };
  }, [engine, locale]);
  return suggested;
}

/** Shows a new list from its start, and keeps the choice that keys moved to in view. */
function useScrolling(
  list: RefObject<HTMLDivElement | null>,
  shown: string,
  { isByKeys }: Position,
  activeId: string | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another list is shown
  useLayoutEffect(() => {
    list.current?.scrollTo?.(0, 0);
  }, [shown]);

  useLayoutEffect(() => {
    if (isByKeys && activeId) {
      document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [isByKeys, activeId]);
}
