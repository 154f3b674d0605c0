// The script that counts visits and the script that asks don't know each other: they use these events
// of the window.

/**
 * An answer as its detail. Without one, it asks whether answers are counted. The script that counts
 * them cancels it.
 */
export const FEEDBACK = 'feedback';

/** Answers are counted from now on. */
export const FEEDBACK_READY = 'feedback-ready';
