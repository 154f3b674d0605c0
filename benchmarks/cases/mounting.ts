import type { Figures } from './bench.js';
import { best } from './timing.js';

export const COMPONENTS = 1000;

/** Components that don't show a write within this time count as stale. */
const UPDATE_TIMEOUT_MS = 1000;

/** A component tree under test, in any framework. */
export interface Tree {
  mount(container: Element): void;
  unmount(): void;
  /** Writes the property that all components show. Missing if the contender has no storage. */
  write?: ((count: number) => unknown) | undefined;
}

let written = 0;

function itemsIn(container: Element): Element[] {
  return Array.from(container.getElementsByTagName('i'));
}

function countShown(container: Element): number {
  const text = `${written}`;
  return itemsIn(container).filter((item) => item.textContent === text).length;
}

/** Measures a write until every component shows it. Some libraries update asynchronously. */
async function timeUpdate(container: Element, write: (count: number) => unknown): Promise<Figures> {
  const count = ++written;
  const components = itemsIn(container).length;
  const start = performance.now();
  await write(count);
  let update = performance.now() - start;
  while (countShown(container) < components && update < UPDATE_TIMEOUT_MS) {
    await new Promise((resolve) => setTimeout(resolve));
    update = performance.now() - start;
  }
  return { update, shown: countShown(container) };
}

/** Mounts a tree, writes once and unmounts it. */
async function timeTreeOnce({ mount, unmount, write }: Tree): Promise<Figures> {
  const container = document.createElement('div');
  // Excludes layout from the measurement.
  container.hidden = true;
  document.body.append(container);
  const start = performance.now();
  mount(container);
  const mountMs = performance.now() - start;
  const components = itemsIn(container).length;
  const updated = write && (await timeUpdate(container, write));
  unmount();
  container.remove();
  return { mount: mountMs, components, ...updated };
}

export function timeTree(tree: Tree): Promise<Figures> {
  return best(() => timeTreeOnce(tree));
}
