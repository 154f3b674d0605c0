import { createSample, type Sample, type Shape } from './samples.js';

/** What one run of one contender gives: milliseconds, or a number of components. */
export type Figures = Record<string, number>;

/** What the driver finds on the page. */
interface Bench {
  readonly names: string[];
  /** Chooses the entries that contenders work on; returns their length in bytes. */
  open(shape: Shape): number;
  run(name: string): Promise<Figures>;
}

declare global {
  var bench: Bench;
}

/** Puts a case on the page. Each contender has an entry of its own, made when it first runs. */
export function expose<Opened>(
  contenders: Record<string, (key: string, sample: Sample, shape: Shape) => Opened>,
  run: (opened: Opened, name: string, key: string) => Promise<Figures>,
): void {
  const opened = new Map<string, Opened>();
  let shape: Shape;
  const keyOf = (name: string) => `bench: ${name}`;
  const open = (name: string) =>
    contenders[name]?.(keyOf(name), createSample(shape), shape) as Opened;
  globalThis.bench = {
    names: Object.keys(contenders),
    open(chosen) {
      shape = chosen;
      return JSON.stringify(createSample(shape)).length;
    },
    run(name) {
      const contender = opened.get(name) ?? open(name);
      opened.set(name, contender);
      return run(contender, name, keyOf(name));
    },
  };
}
