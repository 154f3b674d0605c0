/** Code blocks that are being edited, with a function that returns their current text. */
export const editedBlocks = new WeakMap<Element, () => string>();
