/** What privacy signals look like; the types of browsers do not know them. */
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

/** Global Privacy Control always counts, the older Do Not Track if the site says so. */
export function wantsPrivacy(signals: PrivacySignals, isDoNotTrackMinded: boolean): boolean {
  const { globalPrivacyControl, doNotTrack } = signals;
  return globalPrivacyControl === true || (isDoNotTrackMinded && doNotTrack === '1');
}
