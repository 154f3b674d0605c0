/** Long enough for the clock of an isolated page, which counts in steps of 5 µs. */
const BATCH_MS = 2;

/** Of so many tries the fastest counts: other programs on the machine only ever slow one down. */
const TRIES = 5;

/** A try longer than this is not disturbed by much, and once is enough. */
const LONG_MS = 50;

/**
 * Before each try, so that storage, which hands writes to another process, has caught up, and the
 * system's scheduler lets us run for a while.
 */
const REST_MS = 5;

/** An operation that is done when it returns, or else when the promise it returns is. */
type Operation = () => unknown;

const batchSizes = new Map<string, number>();

async function rest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
}

async function timeBatch(operation: Operation, size: number): Promise<number> {
  const start = performance.now();
  for (let n = 0; n < size; n++) {
    const result = operation();
    if (result instanceof Promise) await result;
  }
  return performance.now() - start;
}

/** Whether even the fastest of a few batches is long enough: the first may just have been held up. */
async function fillsBatch(operation: Operation, size: number): Promise<boolean> {
  for (let n = 0; n < TRIES; n++) {
    const elapsed = await timeBatch(operation, size);
    if (elapsed < BATCH_MS) return false;
    if (elapsed > LONG_MS) return true;
  }
  return true;
}

/** How often an operation must run to fill a batch; found once per name. */
async function batchSizeOf(name: string, operation: Operation): Promise<number> {
  let size = batchSizes.get(name);
  if (!size) {
    size = 1;
    while (!(await fillsBatch(operation, size))) size *= 2;
    batchSizes.set(name, size);
  }
  return size;
}

/** The smallest of each figure that a few tries give. */
export async function best<Names extends string>(
  attempt: () => Promise<Record<Names, number>>,
): Promise<Record<Names, number>> {
  await rest();
  const start = performance.now();
  const figures = await attempt();
  for (let n = 1; n < TRIES && performance.now() - start < LONG_MS * n; n++) {
    await rest();
    const others = await attempt();
    for (const name in figures) figures[name] = Math.min(figures[name], others[name]);
  }
  return figures;
}

/** Milliseconds that one call takes, as the mean of a batch. */
export async function timeCall(name: string, operation: Operation): Promise<number> {
  const size = await batchSizeOf(name, operation);
  const { call } = await best(async () => ({ call: (await timeBatch(operation, size)) / size }));
  return call;
}
