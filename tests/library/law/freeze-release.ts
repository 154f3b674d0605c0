/** Freezes the current sources as an earlier release: `node tests/library/law/freeze-release.ts 0.2.0`. */

import { writeFileSync } from 'node:fs';
import { bundle } from './library.ts';

const version = process.argv[2];
writeFileSync(new URL(`./releases/${version}.js`, import.meta.url), bundle('production'));
