import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PageLink } from '../../../../../contracts/records.gen';
import type { Chrome } from '../../../app/data';
import type { Search } from '../types';
import { type Position, usePosition } from './position';
import type { Answer } from './searcher';
import { type Choice, foundSections, linkSections, type Section } from './sections';
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

/** The state of the field and its list. */
export type Combobox = ReturnType<typeof useCombobox>;

export function useCombobox(options: ComboboxOptions) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { answer, search, openChoice } = useSearch(options, field, list);
  const sections = useSections(answer, options);
  const choices = useMemo(() => sections.flatMap((section) => section.choices), [sections]);
  // Other links are offered without an active one: Enter does nothing.
  const first = answer.groups.length > 0 ? 0 : -1;
  // Late suggestions and a repeated search may return the same list: the position in it stays.
  const shown = [answer.query, first, ...choices.map(({ href }) => href)].join();
  const { position, moveTo, pointTo } = usePosition(shown, first);
  const active = choices[position.index];
  useScrolling(list, shown, position, active);
  return {
    field,
    list,
    answer,
    sections,
    count: choices.length,
    /** Without links that are offered instead of results. */
    foundCount: answer.groups.length > 0 ? choices.length : 0,
    position,
    active,
    search,
    moveTo,
    pointTo,
    openActive: (inNewTab: boolean) => openChoice(active?.id, inNewTab),
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
  active: Choice | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another list is shown
  useLayoutEffect(() => {
    list.current?.scrollTo?.(0, 0);
  }, [shown]);

  useLayoutEffect(() => {
    if (isByKeys && active) {
      document.getElementById(active.id)?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [isByKeys, active]);
}
