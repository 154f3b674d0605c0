/** The code of input method keys. In Safari only this code marks the Enter that ends a composition. */
const INPUT_METHOD_KEY = 229;

/** Whether a key belongs to the input method, such as selecting a candidate. */
export const isForInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY;

/**
 * Whether to search during a composition. On Android every word is composed, also in English, until
 * the next one starts. Elsewhere the composed text is incomplete pinyin.
 */
export const isSearchedWhileComposing = (): boolean => /Android/.test(navigator.userAgent);
