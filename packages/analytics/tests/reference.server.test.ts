import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { parseUserAgent } from '../src/user-agent.ts';
import { type Row, rowOf, USER_AGENTS } from './user-agents.ts';

interface Parsed {
  name: string | null;
  version: string | null;
  os: { family: string | null; version: string | null };
  product: string | null;
  manufacturer: string | null;
}

/** The parser of ackee-tracker, a transitive dependency. */
const { resolve } = createRequire(import.meta.url);
const platform = createRequire(resolve('ackee-tracker'))('platform') as {
  parse(userAgent: string): Parsed;
};

/** Names of the reference and ours: see the differences in the contract. */
function correct([browser, version, system, release, device, maker]: Row, ours: Row): Row {
  const isHidden = device === 'K' || device === 'Mobile';
  return [
    browser,
    version,
    system?.replace('OS X', 'macOS').replace(/^Windows .*/, 'Windows') ?? null,
    release,
    isHidden ? null : device,
    // The reference knows few manufacturers.
    maker ?? ours[5],
  ];
}

test.each(USER_AGENTS.map(([userAgent]) => userAgent))(
  'devices, systems and browsers are named as the reference names them: %s',
  { tags: ['analytics-record-device', 'analytics-record-system', 'analytics-record-browser'] },
  (userAgent) => {
    const ours = rowOf(parseUserAgent(userAgent)) as Row;
    const { name, version, os, product, manufacturer } = platform.parse(userAgent);
    const reference: Row = [name, version, os.family, os.version, product, manufacturer];
    expect(ours).toEqual(correct(reference, ours));
  },
);
