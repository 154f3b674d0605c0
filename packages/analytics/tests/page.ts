import { type Client, create, type Recording } from '@tuffet/analytics';
import { vi } from 'vitest';

/** Replaces a property of the page or the browser until `restorePage`. */
function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, get: () => value });
  replaced.push([target, name]);
}

const replaced: [object, string][] = [];
const listeners: Parameters<typeof addEventListener>[] = [];
const recordings: Recording[] = [];

/** Creates a client that counts on localhost. Invalid options are allowed. `restorePage` stops it. */
export function createCounting(options: object = {}, server = 'https://stats.example'): Client {
  const listen = vi.spyOn(globalThis, 'addEventListener');
  const client = create(server, { ignoreLocalhost: false, ...options });
  listeners.push(...listen.mock.calls);
  listen.mockRestore();
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
  leaveDocument();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
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

/** Hides or shows the tab. */
export function setVisibility(state: DocumentVisibilityState): void {
  if (document.visibilityState === state) return;
  replace(document, 'visibilityState', state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Dispatches the events of a page that is left or closed. */
export function leavePage(): void {
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  setVisibility('hidden');
}

/** Ends the scripts of a page, except for its timers. */
export function leaveDocument(): void {
  for (const [type, listener] of listeners.splice(0)) removeEventListener(type, listener);
}

/** Calls every method once, with ids as a server returns them. */
export async function callAll(client: Client): Promise<unknown[]> {
  const recordings = [
    client.record('d', { siteLocation: 'https://tuffet.example/' }),
    client.updateRecord('r'),
  ];
  const values = [
    ...recordings.map(({ id }) => id),
    client.action('e', { key: 'k', value: 1 }),
    client.updateAction('a', { key: 'k', value: 1 }),
  ];
  for (const { stop } of recordings) stop();
  return Promise.all(values);
}
