/** Takes the place of what the client asks for in detailed mode, on sites where that is off. */
export const detailedAttributes = (): object => ({});
