/**
 * Freezes the current library as a release that users may have open, and the entries that it stores:
 * `node tests/library/law/freeze.ts 0.1.0`. Without a version, only updates the entries of the current one.
 */

import { writeFileSync } from 'node:fs';
import { storeEntries } from './entries.ts';
import { bundle, loadCurrent } from './library.ts';

const [, , version] = process.argv;
const write = (file: string, text: string) => writeFileSync(new URL(file, import.meta.url), text);

if (version) write(`./releases/${version}.js`, bundle('production'));
const entries = JSON.stringify(storeEntries(loadCurrent()), null, 2);
write(`./entries/${version ?? 'current'}.json`, `${entries}\n`);
