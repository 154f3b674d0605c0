import type { AssetUrl } from '../../../contracts/assets.gen';
import type { Chrome, Words } from '../../../contracts/records.gen';
import { fetchJson } from '../router/ask-server';
import { CHUNK_TIMEOUT_MS } from './constants';

const known = new Map<string, Promise<Words>>();

/** The words of parts that come later, in the language of a page. */
export function loadWords({ base, words }: Chrome): Promise<Words> {
  const address: AssetUrl = `${base}assets/words/${words}.json`;
  const found = known.get(address) ?? fetchJson<Words>(address, CHUNK_TIMEOUT_MS);
  known.set(address, found);
  // A failure is no answer: the next who needs them asks again.
  found.catch(() => known.delete(address));
  return found;
}
