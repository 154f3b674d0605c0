import { readPreferences } from '../../shared/preferences/stored';

/** A tab of a code group. */
export interface Tab extends HTMLInputElement {
  /** Whether it was checked after it was restored. */
  given?: boolean;
}

/** The choice of a tab: the part of its name before the colon; empty for an independent group. */
export const choiceOf = (name: string): string => name.replace(/:.*/, '');

/** The option of a choice in the query of the address. */
export const optionInQuery = (choice: string): string | null =>
  new URLSearchParams(location.search).get(choice);

/**
 * Selects the tabs of code groups that the preferences or the address name, while the parser inserts
 * them and whenever a page is rendered. Mutation observers run before the next paint.
 */
export function restoreChoices(): void {
  const inputs: Iterable<Tab> = document.getElementsByTagName('input');
  new MutationObserver(() => {
    for (const input of inputs) {
      input.given ?? restore(input);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Restores the whole group, because the parser may pause in the middle of one. */
function restore({ name }: Tab): void {
  const choice = choiceOf(name);
  // The last pass changes nothing and records the result.
  for (const option of [readPreferences().choices?.[choice], optionInQuery(choice), null]) {
    for (const tab of document.getElementsByName(name) as NodeListOf<Tab>) {
      tab.given = tab.checked ||= tab.value === option;
    }
  }
}
