/** Scrolling is looked at no more than once in this time. */
export const SCROLL_THROTTLE_MS = 300;

/** Copy buttons come this long after the page is shown, when nothing waits for it any more. */
export const COPY_SETUP_DELAY_MS = 1000;

/** The mark that something was copied stays this long. */
export const COPY_MARK_MS = 2000;

/** A script that has not arrived after this time has failed; the bundler's runtime says the same. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** What stands on the server is asked for before a navigation, at most this often. */
export const RECHECK_INTERVAL_MS = 5 * 60_000;

/** How long a reader waits for that when there is an older answer. */
export const RECHECK_TIMEOUT_MS = 3_000;

/** After this time, another sign of the reader asks again for the parts that did not arrive. */
export const EXTRAS_RETRY_MS = 5_000;
