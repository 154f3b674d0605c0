import { signIn } from './api.ts';

/** Signs in with the token of a shared link, `#token=…`, and removes it from the URL. */
export async function signInByLink(): Promise<void> {
  const token = location.hash.match(/^#token=(.+)/)?.[1];
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
    await signIn(token, '?link');
  }
}
