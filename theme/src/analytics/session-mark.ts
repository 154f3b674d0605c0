/** The one thing that is kept, as long as the tab is: that its language has been counted. */
const KEY = 'site-language-counted';

/** Leaves the mark. Says no where it has been left already, or cannot be. */
export function leaveMark(): boolean {
  try {
    const isFirst = sessionStorage.getItem(KEY) === null;
    sessionStorage.setItem(KEY, '1');
    return isFirst;
  } catch {
    return false; // what cannot be remembered would be counted again and again
  }
}

export function removeMark(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was left either
  }
}
