/** Replaces the feedback feature of the theme. */
export const startFeedback = (): void => {};
