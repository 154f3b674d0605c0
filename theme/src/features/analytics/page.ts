/** Reads the state of the page from the DOM. */

/** The page for unknown paths, and that page while the path isn't resolved yet. */
const LOST = '.lost';
const UNSETTLED = '.lost:is(.open, .pending)';

const FIELD = '.search-field';
/** Its data attributes are the query and the state of the last search that has finished. */
const SEARCHED = '.search-state';

/** How long the user must have stopped typing. */
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
 * page for unknown paths first, which another document may replace.
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

/** Reports searches without results, once the user has stopped typing. */
export function watchSearchesWithoutResults(report: (query: string) => void): void {
  let timer: ReturnType<typeof setTimeout>;
  let last = '';

  function look(field: HTMLInputElement): void {
    const query = field.value.trim();
    const searched = document.querySelector<HTMLElement>(SEARCHED)?.dataset;
    if (query && query !== last && searched) {
      if (searched.query !== query) {
        timer = setTimeout(look, PAUSE_MS, field);
      } else if (searched.state === 'none') {
        last = query;
        report(query.slice(0, LONGEST_QUERY));
      }
    }
  }

  function onInput(event: Event): void {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.matches(FIELD)) {
      clearTimeout(timer);
      // With an input method, the field contains other letters until a word is chosen.
      if (!(event as InputEvent).isComposing) {
        timer = setTimeout(look, PAUSE_MS, target);
      }
    }
  }

  document.addEventListener('input', onInput);
  document.addEventListener('compositionend', onInput);
}
