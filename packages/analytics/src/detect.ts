import { create } from './client.js';
import { isServer } from './page.js';
import type { Detected } from './types.js';

/**
 * Makes the record that a tag asks for by `data-ackee-domain-id`, `data-ackee-server` and, as JSON,
 * `data-ackee-opts`. Without such a tag nothing happens. Throws only if the options are no JSON.
 */
export function detect(): Detected | undefined {
  const tag = isServer() ? null : document.querySelector<HTMLElement>('[data-ackee-domain-id]');
  if (!tag) return undefined;
  const { ackeeDomainId = '', ackeeServer = '', ackeeOpts } = tag.dataset;
  const client = create(ackeeServer, JSON.parse(ackeeOpts || '{}'));
  return { client, recording: client.record(ackeeDomainId) };
}
