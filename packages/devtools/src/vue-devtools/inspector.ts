import type { Store } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import { type Entry, idOf } from '../inspector/entry.ts';
import { notesOn, roleOf } from '../inspector/view.ts';
import { attempt, findStore, type Outcome } from '../model/actions.ts';
import { readPage } from '../model/page-entries.ts';
import type { PanelStrings } from '../panel/strings.ts';

interface Node {
  readonly id: string;
  readonly label: string;
  readonly tags: { label: string; textColor: number; backgroundColor: number }[];
}

/** The fields of a node, by the title of their group. */
export type State = Record<string, { key: string; value: unknown; editable: boolean }[]>;

type Root = Record<string, unknown>;

const WHITE = 0xffffff;
const GRAY = 0x55606e;

export function nodeOf(entry: Entry, { entry: strings }: PanelStrings): Node {
  return {
    id: idOf(entry),
    label: entry.key,
    tags: factsOf(entry, strings).map((label) => ({
      label,
      textColor: WHITE,
      backgroundColor: GRAY,
    })),
  };
}

function factsOf(entry: Entry, strings: PanelStrings['entry']): string[] {
  const { storage, isProtected, isStrict, isMissing } = entry;
  return [
    strings[storage],
    roleOf(entry, strings),
    ...(isProtected ? [isStrict ? strings.isStrict : strings.isProtected] : []),
    ...(isMissing ? [strings.missing] : []),
  ];
}

/** The values of a module, which can be edited, or the text of another entry. */
export function stateOf(id: string, strings: PanelStrings): State | undefined {
  const entry = findEntry(id);
  if (!entry) return undefined;
  const store = findStore(entry);
  const fields = store ? Object.entries(valuesOf(store)) : [[entry.key, entry.text] as const];
  const state: State = {
    [strings.entry[entry.storage]]: fields.map(([key, value]) => ({
      key,
      value,
      editable: !!store && isCloneable(value),
    })),
  };
  for (const note of notesOn(entry, strings.entry)) {
    state[note] = [{ key: entry.key, value: entry.text, editable: false }];
  }
  return state;
}

/** Changes a copy of the property that the path leads to, and saves it. The module validates it. */
export function editEntry(
  id: string,
  path: readonly string[],
  change: (root: Root) => void,
): Outcome {
  const entry = findEntry(id);
  const store = entry && findStore(entry);
  const [name] = path;
  if (!store || name === undefined) return 'rejected';
  const value = valuesOf(store)[name];
  if (!isCloneable(value)) return 'rejected';
  return attempt(() => {
    const root: Root = { [name]: structuredClone(value) };
    change(root);
    // The change may have removed the property.
    return store.commit({ [name]: undefined, ...root });
  });
}

/** Whether a copy has the same classes. With a serializer, values can be instances of any class. */
function isCloneable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Date.prototype) return true;
  if (prototype === Map.prototype || prototype === Set.prototype) {
    return [...(value as Iterable<unknown>)].every(isCloneable);
  }
  const isPlain = prototype === Object.prototype || prototype === Array.prototype;
  return isPlain && Object.values(value).every(isCloneable);
}

function findEntry(id: string): Entry | undefined {
  return readPage().find((entry) => idOf(entry) === id);
}

const valuesOf = (store: Store): Root => rootOf(new Map([...store.getDefaults(), ...store.read()]));
