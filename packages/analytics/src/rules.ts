/** Privacy signals of `navigator`, which TypeScript's DOM types lack. */
export interface PrivacySignals {
  readonly globalPrivacyControl?: boolean;
  readonly doNotTrack?: string | null;
}

/** Returns true for a page on the developer's own machine. */
export function isLocalHost(hostname: string): boolean {
  // Browsers report the IPv6 address `::1` in brackets.
  return ['', 'localhost', '127.0.0.1', '::1', '[::1]'].includes(hostname);
}

export function isBot(userAgent: string): boolean {
  return /bot|crawler|spider|crawling/i.test(userAgent);
}

/** The server returns this id if it recognizes its owner. */
export const OWNER_ID = '88888888-8888-8888-8888-888888888888';

export function isOwnerId(id: string | undefined): boolean {
  return id === OWNER_ID;
}

/** Returns whether the browser sends Global Privacy Control or the older Do Not Track. */
export function wantsPrivacy({ globalPrivacyControl, doNotTrack }: PrivacySignals): boolean {
  return globalPrivacyControl === true || doNotTrack === '1';
}
