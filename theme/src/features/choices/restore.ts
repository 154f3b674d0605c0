import { readPreferences } from '../../shared/preferences/stored';

/** One of a code group. */
export interface Tab extends HTMLInputElement {
  /** Whether it was the chosen one when it came into the document. */
  given?: boolean;
}

/** What a tab with this name is of: the part before the colon; empty for a group on its own. */
export const choiceOf = (name: string): string => name.replace(/:.*/, '');

/** What an address asks for, which is there only while one is at this address. */
export const askedFor = (choice: string): string | null =>
  new URLSearchParams(location.search).get(choice);

/**
 * Shows in code groups what the reader chose, or whoever gave the address: now while the document
 * comes in, and again for each text that is put into it. Observers are called before anything is
 * painted.
 */
export function restoreChoices(): void {
  const inputs: Iterable<Tab> = document.getElementsByTagName('input');
  new MutationObserver(() => {
    for (const input of inputs) {
      input.given ?? restore(input);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** The whole group each time: a document may break off in the middle of one. */
function restore({ name }: Tab): void {
  const choice = choiceOf(name);
  // The last one changes nothing, and sees what came of the others.
  for (const option of [readPreferences().choices?.[choice], askedFor(choice), null]) {
    for (const tab of document.getElementsByName(name) as NodeListOf<Tab>) {
      tab.given = tab.checked ||= tab.value === option;
    }
  }
}
