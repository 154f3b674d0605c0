import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { PageLink } from '../../../../../contracts/records.gen';
import type { Chrome } from '../../../app/data';
import type { Search } from '../types';
import { type Position, usePosition } from './position';
import type { Answer } from './searcher';
import { type Choice, foundSections, recentSections, type Section } from './sections';
import { useSearch } from './use-search';

export interface ComboboxOptions {
  readonly chrome: Chrome;
  readonly engine: Search;
  /** Pages to offer while nothing is searched for. */
  readonly recent: readonly PageLink[];
  /** The heading of these pages. */
  readonly recentTitle: string;
}

/** The state of the field and its list. */
export type Combobox = ReturnType<typeof useCombobox>;

export function useCombobox(options: ComboboxOptions) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { answer, search, openChoice } = useSearch(options, field, list);
  const sections = useSections(answer, options);
  const choices = useMemo(() => sections.flatMap((section) => section.choices), [sections]);
  // Recent pages are offered without an active one: Enter in an empty field does nothing.
  const { position, moveTo, pointTo } = usePosition(sections, answer.status === 'found' ? 0 : -1);
  const active = choices[position.index];
  useScrolling(list, sections, position, active);
  return {
    field,
    list,
    answer,
    sections,
    count: choices.length,
    position,
    active,
    search,
    moveTo,
    pointTo,
    openActive: (inNewTab: boolean) => openChoice(active?.id, inNewTab),
  };
}

/** The results, or recent pages while nothing is searched for. */
function useSections({ status, groups }: Answer, options: ComboboxOptions): readonly Section[] {
  const { chrome, recent, recentTitle } = options;
  return useMemo(
    () =>
      status === 'found'
        ? foundSections(groups, chrome)
        : recentSections(status === 'idle' ? recent : [], chrome, recentTitle),
    [status, groups, recent, chrome, recentTitle],
  );
}

/** Shows a new list from its start, and keeps the choice that keys moved to in view. */
function useScrolling(
  list: RefObject<HTMLDivElement | null>,
  sections: readonly Section[],
  { isByKeys }: Position,
  active: Choice | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the sections have changed
  useLayoutEffect(() => {
    list.current?.scrollTo?.(0, 0);
  }, [sections]);

  useLayoutEffect(() => {
    if (isByKeys && active) {
      document.getElementById(active.id)?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [isByKeys, active]);
}
