/**
 * Writes what runs beside the pages, into `live/dist`: `python -m scripts.docs.live | node main.ts`. The
 * input lists the samples. `docsite` reads `manifest.json` first.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildCompilers } from './compilers.ts';
import { buildFrames } from './frames.ts';
import { buildInstruments } from './instruments.ts';
import { publish } from './publish.ts';
import { type BuiltSample, buildSample, type Story } from './samples.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const EXAMPLES = path('../../docs/examples');
const OUTPUT = path('../dist');
/** Where it is made, before the output is brought up to date. */
const WORK = mkdtempSync(join(tmpdir(), 'live-'));

function load(name: string): string | undefined {
  try {
    return readFileSync(join(EXAMPLES, name), 'utf8');
  } catch {
    return undefined;
  }
}

async function buildSamples(stories: readonly Story[]): Promise<Map<string, BuiltSample>> {
  const samples = stories.map((story) => buildSample(story, load));
  const instruments = Object.entries(await buildInstruments()).map(
    ([id, { framework, program }]): BuiltSample => ({
      ...{ id, framework, frame: framework, before: [], program, source: '', compiler: '' },
    }),
  );
  return new Map([...samples, ...instruments].map((sample) => [sample.id, sample]));
}

function write(name: string, content: object): string {
  const file = join(WORK, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return name;
}

try {
  const stories: Story[] = JSON.parse(await text(process.stdin));
  const [frames, compilers, samples] = await Promise.all([
    buildFrames(WORK),
    buildCompilers(WORK),
    buildSamples(stories),
  ]);
  const files = [...samples].map(([id, sample]) => [id, write(`samples/${id}.json`, sample)]);
  write('manifest.json', { frames, compilers, samples: Object.fromEntries(files) });
  publish(WORK, OUTPUT, 'manifest.json');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(WORK, { recursive: true });
}
