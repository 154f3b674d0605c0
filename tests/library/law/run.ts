/**
 * Searches for schedules that break the law, on all cores: `node run.ts --runs 1000000 --seed 1`.
 * Prints how many schedules ran, and the counterexamples.
 */

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { LATE_SCENARIOS, type LateKind } from './late-arbitraries.ts';
import { type Libraries, loadCurrent } from './library.ts';
import { type Found, search, searchLate } from './search.ts';

const CHUNK = 10_000;
/** One in so many chunks is for tabs that see writes late, of each kind. */
const LATE_SHARE = 12;
const KINDS = Object.keys(LATE_SCENARIOS) as LateKind[];

interface Chunk {
  readonly seed: number;
  readonly runs: number;
}

function searchChunk(libraries: Libraries, chunk: Chunk): Found {
  const kind = KINDS[chunk.seed % LATE_SHARE];
  return kind ? searchLate(libraries, kind, chunk) : search(libraries, chunk);
}

function work(): void {
  const libraries = loadCurrent();
  parentPort?.on('message', (chunk: Chunk) => {
    parentPort?.postMessage(searchChunk(libraries, chunk));
  });
}

/** Sends every worker the next chunk when it has finished one. Resolves to the number of schedules. */
async function distribute(chunks: Chunk[]): Promise<{ executed: number; failures: number }> {
  let [executed, failures] = [0, 0];
  const runWorker = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url));
      let chunk: Chunk | undefined;
      const next = () => {
        chunk = chunks.shift();
        if (chunk) worker.postMessage(chunk);
        else void worker.terminate().then(() => resolve());
      };
      worker.on('error', reject);
      worker.on('message', ({ executed: count, report }: Found) => {
        executed += count;
        if (report) {
          failures += 1;
          process.stdout.write(`\nseed ${chunk?.seed}, schedule ${count}: ${report}\n`);
        }
        next();
      });
      next();
    });
  await Promise.all(Array.from({ length: availableParallelism() }, runWorker));
  return { executed, failures };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
  });
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const chunks = Array.from({ length: Math.ceil(runs / CHUNK) }, (_, i) => ({
    seed: seed + i,
    runs: Math.min(CHUNK, runs - i * CHUNK),
  }));
  const start = performance.now();
  const { executed, failures } = await distribute(chunks);
  const seconds = (performance.now() - start) / 1000;
  const speed = Math.round(executed / seconds);
  process.stdout.write(
    `${executed} schedules in ${Math.round(seconds)} s, ${speed} per second; ${failures} of ${Math.ceil(runs / CHUNK)} seeds break the law\n`,
  );
  process.exitCode = failures ? 1 : 0;
}

if (isMainThread) await main();
else work();
