import { readClientHints } from './client-hints.ts';
import type { DetailedAttributes } from './types.ts';
import { parseUserAgent } from './user-agent.ts';

export type { DetailedAttributes } from './types.ts';

/** Returns the attributes of detailed mode. `@tuffet/analytics` loads this module when it is on. */
export async function detailedAttributes(): Promise<DetailedAttributes> {
  return {
    siteLanguage: navigator.language.slice(0, 2),
    screenWidth: screen.width,
    screenHeight: screen.height,
    screenColorDepth: screen.colorDepth,
    ...((await readClientHints()) ?? parseUserAgent(navigator.userAgent)),
    browserWidth: outerWidth,
    browserHeight: outerHeight,
  };
}
