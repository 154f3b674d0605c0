// The analytics script and the feedback question don't import each other: they communicate by these
// events of the window.

/**
 * Its detail is the answer. Without a detail, it asks whether answers are counted. The analytics
 * script cancels it if it counts them.
 */
export const FEEDBACK = 'feedback';

/** Answers are counted from now on. */
export const FEEDBACK_READY = 'feedback-ready';
