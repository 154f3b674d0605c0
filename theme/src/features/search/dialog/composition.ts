/** The code of keys that belong to an input method. In Safari only it marks the Enter that ends it. */
const INPUT_METHOD_KEY = 229;

/** Whether a key is for the input method: it picks a candidate there, and does nothing here. */
export const isForInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY;

/**
 * Whether half a word may be searched for. On Android every word is composed, in English too, and
 * ends with the next one only; elsewhere it is pinyin that nobody wants to find.
 */
export const isSearchedWhileComposing = (): boolean => /Android/.test(navigator.userAgent);
