export const SCROLL_THROTTLE_MS = 300;

/** Copy buttons are added this long after the page is shown. */
export const COPY_SETUP_DELAY_MS = 1000;

export const COPY_MARK_MS = 2000;

/** The timeout of the bundler's runtime. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** `build.json` is fetched before a navigation, at most this often. */
export const RECHECK_INTERVAL_MS = 5 * 60_000;

/** The timeout for that if there is an older record. */
export const RECHECK_TIMEOUT_MS = 3_000;

/** After this time, the next user input retries a lazy script that failed to load. */
export const EXTRAS_RETRY_MS = 5_000;
