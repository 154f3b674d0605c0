/** Privacy signals of `navigator`, which TypeScript's DOM types lack. */
export interface PrivacySignals {
  readonly globalPrivacyControl?: boolean;
  readonly doNotTrack?: string | null;
}

/** A page on the machine of whoever works on it. */
export function isLocalHost(hostname: string): boolean {
  // The last is how browsers give the one before it.
  return ['', 'localhost', '127.0.0.1', '::1', '[::1]'].includes(hostname);
}

/** Most programs that run scripts say what they are; the others do not want to be known. */
export function isBot(userAgent: string): boolean {
  return /bot|crawler|spider|crawling/i.test(userAgent);
}

/** A server returns this in place of a new id when it recognises its owner. */
export function isOwnerId(id: string | undefined): boolean {
  return id === '88888888-8888-8888-8888-888888888888';
}

/** Whether the browser sends Global Privacy Control or the older Do Not Track. */
export function wantsPrivacy({ globalPrivacyControl, doNotTrack }: PrivacySignals): boolean {
  return globalPrivacyControl === true || doNotTrack === '1';
}
