/**
 * Builds `live/dist`: `python -m scripts.docs.live | node main.ts`. The input lists the samples.
 * docsite reads `manifest.json` first.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildFrames } from './frames.ts';
import { buildInstruments } from './instruments.ts';
import { publish } from './publish.ts';
import { buildSample, type SampleFiles } from './samples.ts';
import { buildWorkers } from './workers.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const EXAMPLES = path('../../docs/examples');
const OUTPUT = path('../dist');
/** Everything is built here; then changed files are copied to the output. */
const WORK = mkdtempSync(join(tmpdir(), 'live-'));

function load(name: string): string | undefined {
  try {
    return readFileSync(join(EXAMPLES, name), 'utf8');
  } catch {
    return undefined;
  }
}

function write(name: string, content: object): string {
  const file = join(WORK, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return name;
}

try {
  const files: SampleFiles[] = JSON.parse(await text(process.stdin));
  const [frames, workers, instruments] = await Promise.all([
    buildFrames(WORK),
    buildWorkers(WORK),
    buildInstruments(),
  ]);
  const samples = [...files.map((each) => buildSample(each, load)), ...instruments].map(
    (sample) => [sample.id, write(`samples/${sample.id}.json`, sample)],
  );
  write('manifest.json', { frames, ...workers, samples: Object.fromEntries(samples) });
  publish(WORK, OUTPUT, 'manifest.json');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(WORK, { recursive: true });
}
