import { type Problem, signIn } from './api.ts';

/**
 * Signs in with the token of a shared link (`#token=…`). The token stays in the URL until the
 * collector has accepted or rejected it, so that a retry can send it again.
 */
export async function signInByLink(): Promise<void> {
  const token = location.hash.match(/^#token=(.+)/)?.[1];
  if (!token) {
    return;
  }
  try {
    await signIn(token, '?link');
  } catch (problem) {
    if ((problem as Problem).kind === 'signed-out') {
      removeHash();
    }
    throw problem;
  }
  removeHash();
}

const removeHash = () => history.replaceState(null, '', location.pathname + location.search);
