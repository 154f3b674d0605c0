/** Reads the state of the page from the DOM. */

/** The page for unknown paths, and the same while the path isn't resolved. */
const LOST = '.lost';
const UNSETTLED = '.lost:is(.open, .pending)';

/** A search that has its answer, and the answer is that there is nothing. */
const FOUND_NOTHING = '.search-state[data-state="none"] > .search-hint';
const FIELD = '.search-field';

/** By then the answer is there, or the search says that it takes longer. */
export const PAUSE_MS = 1000;

/** The maximum length of a reported query. */
export const LONGEST_QUERY = 100;

/**
 * A space and the path of the page with the link that led here, if it is on this site. Other paths of
 * the origin can belong to other sites, and contain personal data.
 */
export const findSource = (base: string): string =>
  document.referrer.startsWith(location.origin + base)
    ? ` ${new URL(document.referrer).pathname}`
    : '';

export const isLost = (): boolean => document.querySelector(LOST) !== null;

/**
 * Runs a task once it is certain which page is at the address: a host without routing rules sends the
 * page for unknown paths first, and what follows may be another document.
 */
export function whenSettled(task: () => void): void {
  if (!document.querySelector(UNSETTLED)) {
    task();
    return;
  }
  const observer = new MutationObserver(() => {
    if (!document.querySelector(UNSETTLED)) {
      observer.disconnect();
      task();
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
}

/** Tells what was searched for and is nowhere, once the reader has stopped typing. */
export function watchSearchesWithoutResults(tell: (query: string) => void): void {
  let timer: ReturnType<typeof setTimeout>;
  let last = '';

  function look(field: HTMLInputElement): void {
    const query = field.value.trim().slice(0, LONGEST_QUERY);
    if (query && query !== last && document.querySelector(FOUND_NOTHING)) {
      last = query;
      tell(query);
    }
  }

  function onInput(event: Event): void {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.matches(FIELD)) {
      clearTimeout(timer);
      // Half a word of an input method may be what was typed, and not what is meant.
      if (!(event as InputEvent).isComposing) {
        timer = setTimeout(look, PAUSE_MS, target);
      }
    }
  }

  document.addEventListener('input', onInput);
  document.addEventListener('compositionend', onInput);
}
