import type { Fault, Method } from './faults.ts';
import type { Values } from './library.ts';
import type { Release } from './release.ts';

export type Tab = 'A' | 'B' | 'C';

/** One step of a schedule: plain data, so that it can be generated, shrunk and printed. */
export interface Step {
  readonly by: Tab | 'others';
  readonly does: string;
  readonly args: readonly unknown[];
  readonly fault?: Fault | undefined;
}

export type Schedule = readonly Step[];

const tab = (by: Tab) => {
  const step = (does: string, ...args: unknown[]): Step => ({ by, does, args });
  return {
    /** Loads the page of a release. If the tab shows a page already, that one ends: a reload. */
    opens: (release: Release = {}) => step('opens', release),
    closes: () => step('closes'),

    /** Calls of the application. */
    sets: (values: Values) => step('sets', values),
    patches: (values: Values) => step('patches', values),
    setsItem: (name: string, value: unknown) => step('setsItem', name, value),
    updates: (name: string, value: unknown) => step('updates', name, value),
    removes: (name: string) => step('removes', name),
    resets: (name: string) => step('resets', name),
    setsModule: (values: Values) => step('setsModule', values),
    initializes: () => step('initializes'),
    clears: () => step('clears'),
    clearsModule: () => step('clearsModule'),
    gets: () => step('gets'),
    subscribes: () => step('subscribes'),
    allows: () => step('allows'),
    denies: () => step('denies'),
    /** The backup at this position in the list. */
    restores: (index = 0) => step('restores', index),
    removesBackup: (index = 0) => step('removesBackup', index),
    erases: () => step('erases'),

    /** Receives the event at this position in its queue; without one, all of them. */
    receives: (index?: number) => step('receives', ...(index === undefined ? [] : [index])),
    /** Enters the back/forward cache, and leaves it. */
    freezes: () => step('freezes'),
    thaws: () => step('thaws'),

    /** From now on, a method of storage throws an error that isn't a quota error. */
    breaks: (method: Method) => step('breaks', method),
    mends: () => step('mends'),
    /** Other code in this page writes, which the page isn't notified of. */
    writes: (key: string, text: string) => step('writes', key, text),
  };
};

export const A = tab('A');
export const B = tab('B');
export const C = tab('C');

const step = (does: string, ...args: unknown[]): Step => ({ by: 'others', does, args });

/** Other code in other tabs, and the device. */
export const others = {
  /** Writes a text. */
  writes: (key: string, text: string) => step('writes', key, text),
  /** Writes the entry with some properties changed, as a script that reads it first. */
  changes: (key: string, values: Values) => step('changes', key, values),
  removes: (key: string) => step('removes', key),
  /** Milliseconds pass. */
  waits: (duration: number) => step('waits', duration),
  /** Storage has space for this number of characters more. */
  leaves: (space: number) => step('leaves', space),
};

/** Ends the process of the tab after a number of writes in this step. */
export const killed = (at: number, during: Step): Step => ({
  ...during,
  fault: { kind: 'kill', at },
});

/** Storage is full at one call of setItem in this step. */
export const full = (at: number, during: Step): Step => ({
  ...during,
  fault: { kind: 'quota', at, method: 'setItem' },
});

/** One call of a storage method throws an error that isn't a quota error. */
export const failing = (method: Method, at: number, during: Step): Step => ({
  ...during,
  fault: { kind: 'error', at, method },
});

function printFault(fault: Fault, text: string): string {
  if (fault.kind === 'kill') return `killed(${fault.at}, ${text})`;
  if (fault.kind === 'quota') return `full(${fault.at}, ${text})`;
  return `failing('${fault.method}', ${fault.at}, ${text})`;
}

const UNDEFINED = '~undefined';

function printArgument(arg: unknown): string {
  const text = JSON.stringify(arg, (_, value) => (value === undefined ? UNDEFINED : value));
  return text.replaceAll(`"${UNDEFINED}"`, 'undefined');
}

/** Prints a step as the code that creates it. */
export function print({ by, does, args, fault }: Step): string {
  const text = `${by}.${does}(${args.map(printArgument).join(', ')})`;
  return fault ? printFault(fault, text) : text;
}
