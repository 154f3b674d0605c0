/** Replaces the attributes of detailed mode on sites where it is off. */
export const detailedAttributes = (): object => ({});
