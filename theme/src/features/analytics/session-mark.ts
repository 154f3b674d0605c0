/** In session storage: the language action has been sent. */
const KEY = 'site-language-counted';

/** Sets the mark. Returns `false` if it was set already or can't be set. */
export function leaveMark(): boolean {
  try {
    const isFirst = sessionStorage.getItem(KEY) === null;
    sessionStorage.setItem(KEY, '1');
    return isFirst;
  } catch {
    return false; // without storage, each load would count
  }
}
