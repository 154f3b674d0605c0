/** The only stored item, for the session of the tab: its language action has been sent. */
const KEY = 'site-language-counted';

/** Sets the mark. Returns `false` if it was set already or can't be set. */
export function leaveMark(): boolean {
  try {
    const isFirst = sessionStorage.getItem(KEY) === null;
    sessionStorage.setItem(KEY, '1');
    return isFirst;
  } catch {
    return false; // what cannot be remembered would be counted again and again
  }
}
