/** Long enough for the resolution of `performance.now()` on a cross-origin isolated page, 5 µs. */
const BATCH_MS = 2;

/** The fastest of these attempts counts, because other processes can only slow one down. */
const ATTEMPTS = 5;

/** Longer attempts aren't repeated: interruptions are short in comparison. */
const LONG_MS = 50;

/**
 * The pause before each attempt. It lets the storage process finish earlier writes, and the
 * operating system is less likely to preempt the attempt.
 */
const PAUSE_MS = 5;

/** Finished when it returns, or when the returned promise resolves. */
type Operation = () => unknown;

const batchSizes = new Map<string, number>();

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

async function timeBatch(operation: Operation, size: number): Promise<number> {
  const start = performance.now();
  for (let n = 0; n < size; n++) {
    const result = operation();
    if (result instanceof Promise) await result;
  }
  return performance.now() - start;
}

/** Whether the fastest of a few batches is long enough. A single one may have been interrupted. */
async function fillsBatch(operation: Operation, size: number): Promise<boolean> {
  for (let n = 0; n < ATTEMPTS; n++) {
    const elapsed = await timeBatch(operation, size);
    if (elapsed < BATCH_MS) return false;
    if (elapsed > LONG_MS) return true;
  }
  return true;
}

/** Returns how often an operation must run to fill a batch. Cached by name. */
async function batchSizeOf(name: string, operation: Operation): Promise<number> {
  let size = batchSizes.get(name);
  if (!size) {
    size = 1;
    while (!(await fillsBatch(operation, size))) size *= 2;
    batchSizes.set(name, size);
  }
  return size;
}

/** Returns the minimum of each figure over several attempts. */
export async function best<Names extends string>(
  attempt: () => Promise<Record<Names, number>>,
): Promise<Record<Names, number>> {
  await pause();
  const start = performance.now();
  const figures = await attempt();
  for (let n = 1; n < ATTEMPTS && performance.now() - start < LONG_MS * n; n++) {
    await pause();
    const others = await attempt();
    for (const name in figures) figures[name] = Math.min(figures[name], others[name]);
  }
  return figures;
}

/** Returns the milliseconds per call: the mean of a batch. */
export async function timeCall(name: string, operation: Operation): Promise<number> {
  const size = await batchSizeOf(name, operation);
  const { call } = await best(async () => ({ call: (await timeBatch(operation, size)) / size }));
  return call;
}
