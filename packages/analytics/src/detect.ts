import { create } from './client.ts';
import { isServer } from './page.ts';
import type { Detected } from './types.ts';

/**
 * Records a page view as configured by the attributes `data-ackee-domain-id`, `data-ackee-server`
 * and `data-ackee-opts` (JSON) of a tag. Does nothing without such a tag. Throws only if the options
 * are not valid JSON.
 */
export function detect(): Detected | undefined {
  const tag = isServer() ? null : document.querySelector<HTMLElement>('[data-ackee-domain-id]');
  if (!tag) return undefined;
  const { ackeeDomainId = '', ackeeServer = '', ackeeOpts } = tag.dataset;
  const client = create(ackeeServer, JSON.parse(ackeeOpts || '{}'));
  return { client, recording: client.record(ackeeDomainId) };
}
