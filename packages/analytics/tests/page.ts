import { type Client, create, type Recording } from '@tuffet/analytics';
import { vi } from 'vitest';

/** Gives the page or the browser another property, until `restorePage`. */
function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, get: () => value });
  replaced.push([target, name]);
}

const replaced: [object, string][] = [];
const recordings: Recording[] = [];

/** Counts, though tests run on localhost. Its options may be wrong; its records end with the page. */
export function createCounting(options: object = {}, server = 'https://stats.example'): Client {
  const client = create(server, { ignoreLocalhost: false, ...options });
  const keep = (recording: Recording) => {
    recordings.push(recording);
    return recording;
  };
  return {
    ...client,
    record: (...given) => keep(client.record(...given)),
    updateRecord: (id) => keep(client.updateRecord(id)),
  };
}

export function restorePage(): void {
  for (const { stop } of recordings.splice(0)) stop();
  for (const [target, name] of replaced.splice(0)) Reflect.deleteProperty(target, name);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
}

export function setUserAgent(userAgent: string): void {
  replace(navigator, 'userAgent', userAgent);
}

export function setNavigator(name: string, value: unknown): void {
  replace(navigator, name, value);
}

export function setReferrer(address: string): void {
  replace(document, 'referrer', address);
}

export function setPrerendering(isPrerendering: boolean): void {
  replace(document, 'prerendering', isPrerendering);
  if (!isPrerendering) document.dispatchEvent(new Event('prerenderingchange'));
}

/** The tab goes behind another or comes back. */
export function setVisibility(state: DocumentVisibilityState): void {
  if (document.visibilityState === state) return;
  replace(document, 'visibilityState', state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** What a browser does with a page that is left or closed. */
export function leavePage(): void {
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  setVisibility('hidden');
}
