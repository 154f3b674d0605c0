import { isServer } from './page.ts';
import type { Attributes } from './types.ts';

/** Returns the attributes of this page view. Loads the code of detailed mode only if it is on. */
export async function attributes(detailed = false): Promise<Attributes> {
  if (isServer()) return { siteLocation: '' };
  const basics = {
    // Browsers never send the fragment to servers: it may contain private data.
    siteLocation: location.href.replace(/#.*/, ''),
    siteReferrer: document.referrer || undefined,
    source: new URLSearchParams(location.search).get('source') || undefined,
  };
  if (detailed !== true) return basics;
  try {
    const { detailedAttributes } = await import('./detailed.ts');
    return { ...basics, ...(await detailedAttributes()) };
  } catch {
    // A view without details is better than none.
    return basics;
  }
}
