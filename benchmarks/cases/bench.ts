import { createSample, type Sample, type Shape } from './samples.js';

/** The result of one run of a contender: milliseconds, or a number of components. */
export type Figures = Record<string, number>;

/** The API on `window` that the driver calls. */
interface Bench {
  readonly names: string[];
  /** Selects the entry that contenders use. Returns its size in bytes. */
  open(shape: Shape): number;
  run(name: string): Promise<Figures>;
}

declare global {
  var bench: Bench;
}

/** Registers a case. Each contender has its own entry, which is created on its first run. */
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
